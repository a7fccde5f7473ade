"""Runs a player's code in a worker of the browser, where nothing of the project is left."""

import gc
import json
import os
import shutil
import sys
from collections.abc import Callable

from t3_tools.grade.sandbox.cell import reply_of, write_files

FOLDER = "/tmp/submission"

encoded = json.JSONEncoder().encode  # the player's code may replace the module
known = {name for name in sys.modules if not name.startswith("t3_")}


def reply(job: str, imported: Callable[[], object]) -> str:
    """Do a job, as `t3_tools.grade.judging.cases.Case.job` makes it.

    The player's modules are imported anew, so nothing is left of earlier jobs.
    """
    for name in sys.modules.keys() - known:
        del sys.modules[name]
    gc.collect()
    sys.setrecursionlimit(1000)
    os.chdir("/")
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    asked = json.loads(job)
    write_files(asked)
    return encoded(reply_of(asked, imported))
