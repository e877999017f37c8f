"""The core: rules as Python source in a small subset, over one flat list of whole numbers."""
