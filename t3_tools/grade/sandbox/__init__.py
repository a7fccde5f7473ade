"""Where a hostile submission is held, and what each layer protects from it.

    process                  file            protects
    the command              supervisor.py   the class: a submission may stop, kill or
                                             write over its own examiner, no other's
    an examiner for each     examiner.py,    the verdicts: answers are claims, and are
    submission, and its      question.py     judged here. Also the machine: limits of time
    guard                                    and output; kills what was started
    a process for each       cell.py         nothing, once it has limited its own memory,
    question                                 time and files: here the submission's code
                                             runs, and whatever it changes ends with it

folders.py makes temporary folders. typecheck.py runs mypy, which runs nothing of a
submission.
"""
