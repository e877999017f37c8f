"""Work outside the event loop: bots, checks, and machine code."""
