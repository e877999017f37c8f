"""Examples told as stories."""
