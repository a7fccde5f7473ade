"""What teachers, students and graders do with the exact player: `python -m t3_tools`."""
