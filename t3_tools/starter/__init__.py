"""The files that a teacher hands out."""
