"""Where a hostile submission is held, and what each layer protects from it.

    process                  file            protects
    the command              supervisor.py   the class: a submission may stop, kill or
                                             write over its own examiner, no other's
    an examiner for each     examiner.py     the verdicts: answers are claims, and are
    submission                               judged here, away from the submission's code
    a watcher for each       cell.py, main   the examiner: limits of time, output, memory
    question                                 and processes; kills what was started
    its child                cell.py,        nothing: here the submission's code runs, and
                             _reply          whatever it changes ends with this process

question.py starts a watcher and reads what it prints. folders.py makes temporary folders.
typecheck.py runs mypy, which runs nothing of a submission.
"""
