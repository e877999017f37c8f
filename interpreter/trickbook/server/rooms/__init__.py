"""Rooms: tables with their connections."""
