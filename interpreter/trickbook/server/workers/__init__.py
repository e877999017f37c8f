"""Work outside the event loop: bots, checks, and compiling."""
