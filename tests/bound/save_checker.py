"""Write bound/save.js from bound/check_search.py: `python tests/bound/save_checker.py`.

A browser only shows a .py beside a page that was opened as a file, but saves a data: link.
"""

import json
from pathlib import Path

BOUND = Path(__file__).parents[2] / "bound"


def script() -> str:
    """The script with the checker."""
    code = json.dumps((BOUND / "check_search.py").read_text(encoding="utf-8"))
    return f"""\
/* Lets the page save check_search.py. Written by tests/bound/save_checker.py. */
// prettier-ignore
element("checker").href = "data:text/x-python;charset=utf-8," + encodeURIComponent({code});
"""


if __name__ == "__main__":
    (BOUND / "save.js").write_text(script(), encoding="utf-8")
