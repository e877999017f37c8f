"""The server: tables for people and bots over the network. It needs the extra ``table``."""
