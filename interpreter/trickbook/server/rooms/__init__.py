"""Rooms: tables with those who are connected to them."""
