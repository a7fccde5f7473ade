"""Grading submissions: marks, and the reasons for them."""
