"""HTTP and WebSocket requests."""
