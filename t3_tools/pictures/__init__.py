"""Positions and values, drawn as plain SVG."""
