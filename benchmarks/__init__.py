"""Measurements, and the commands that repeat them."""
