"""The door: what one address may take, before anything that it sends is understood."""
