"""What an exam asks and what the answers are worth, without processes, files and options.

cases.py chooses positions. questions.py says what to ask about them, and judges the answers
with verdicts.py. causes.py guesses what went wrong, and marks.py marks.
"""
