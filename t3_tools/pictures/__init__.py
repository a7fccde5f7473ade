"""Positions, games, values and searches, drawn as plain SVG."""
