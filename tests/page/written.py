"""The page as the command writes it, once for all tests: a fixture.

A module that names this one in `pytest_plugins` has it.
"""

from pathlib import Path

import pytest

from handed_in import write
from t3_tools.__main__ import main

NPM = pytest.mark.needs("npm", "t3_page/web/node_modules")
"""Marks tests that use the fixture: it is written where `npm ci` works."""

EXAM = """\
seconds 5
game-over 5 odds 661/111/111 evens 330/030/406
transitions 20 odds 250/132/600
lazy 10 evens 330/030/406
block 20 odds 320/632/003
depth-tie-break 20 odds 050/404/500 evens 564/003/000 odds 003/604/323 evens 050/021/043
action-tie-break 20 odds 012/005/362
"""
"""What the page that checks players asks."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the page is written."""
    folder = tmp_path_factory.mktemp("page")
    exam = write(folder / "exam.txt", EXAM)
    options = ["--address=https://t3.example/play", f"--exam={exam}"]
    assert main(["page", str(folder / "site"), *options]) == 0
    return folder / "site"
