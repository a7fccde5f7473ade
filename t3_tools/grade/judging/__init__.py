"""What an exam asks and what the answers are worth, without processes, files and options.

cases.py chooses positions. questions.py says what to ask about them, and judges the answers
with verdicts.py. exchange.py has what goes to a submission's process and what comes back.
causes.py guesses what went wrong, marks.py marks, and faults.py says what to report.
"""
