"""The server: tables where people sit down over the network. It needs what the extra ``table`` brings."""
