"""What a teacher hands out."""
