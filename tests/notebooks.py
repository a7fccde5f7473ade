"""Write A2.ipynb: a2.py as a notebook, with what its cells print.

`python tests/classics/write_notebook.py` writes it in classics/cmsc471, or in the folder
that is given.
"""

import sys
from pathlib import Path

import jupytext
from nbclient import NotebookClient


def write(folder: Path) -> None:
    """Turn a2.py in a folder into a notebook, run it there, and write it as A2.ipynb."""
    notebook = jupytext.read(folder / "a2.py")
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"  # otherwise they are random
    NotebookClient(
        notebook,
        coalesce_streams=True,
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    ).execute()
    jupytext.write(notebook, folder / "A2.ipynb")


if __name__ == "__main__":
    ours = Path(__file__).parent.parent.parent / "classics" / "cmsc471"
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else ours)
