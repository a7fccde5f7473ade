"""The optional packages of this project."""

import shlex
from pathlib import Path


def to_install(extra: str) -> str:
    """The pip command that installs an extra of this project."""
    project = Path(__file__).resolve().parent.parent
    if not (project / "pyproject.toml").is_file():
        return f"pip install 'tic-tac-total[{extra}]'"
    place = "." if project == Path.cwd() else project
    return f"pip install -e {shlex.quote(f'{place}[{extra}]')}"
