"""Where a hostile submission is held, and what each layer protects from it.

    process                  file            what it protects
    the command              supervisor.py   the class: a submission that stops or kills its
                                             examiner costs no other submission a mark
    an examiner for each     examiner.py,    the verdicts: it judges the answers itself. The
    submission, and its      question.py     machine: it limits time and output, and kills
    guard                                    what was started
    a process for each       cell.py         nothing. It limits its memory, time and files,
    question                                 then runs the submission's code. Process and
                                             folder last for one question only

folders.py makes temporary folders. typecheck.py runs mypy, which runs nothing of a
submission.
"""
