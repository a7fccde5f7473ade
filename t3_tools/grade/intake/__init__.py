"""What was handed in.

files.py finds the files, in folders and archives, and limits what they cost. submissions.py
says whose they are, and which of them to grade.
"""
