"""Write the notebooks: their sources as cells, with what the cells print.

`python tests/notebooks.py` writes each in its own folder, or in the folder that is given,
for what is there.

- A2.ipynb of classics/cmsc471 is its own source, and that of the script a2.py.
- search.ipynb of docs/lesson is docs/search.md, its examples as code, and exercises.md. The
  five nodes of bound/README.md come first.
"""

import base64
import doctest
import re
import sys
from pathlib import Path
from typing import Any

import jupytext
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
CLASSIC = ROOT / "classics" / "cmsc471"
DOCS = ROOT / "docs"
LESSON = DOCS / "lesson"

SETUP = """\
*This notebook is docs/search.md with exercises, to run and to change. The five nodes of
bound/README.md come first. It needs three files of the project: `t3_action.py`,
`t3_state.py` and `t3_player.py`. In a clone it finds them. On Colab the next cell asks you
to upload them.*

```python
import importlib
import sys

sys.path.append("../..")  # where they are in a clone
try:
    import t3_player
except ModuleNotFoundError:
    from google.colab import files

    files.upload()
    importlib.invalidate_caches()
```

"""


def as_code(block: re.Match[str]) -> str:
    """A block of examples as cells: what an example shows is asserted, and shown."""
    cells, rows = [], []
    for example in doctest.DocTestParser().get_examples(block[1]):
        if example.want:
            want = example.want.strip()
            rows += [f"found = {example.source}assert found == {want}, found\n", "found\n"]
            cells.append("".join(rows))
            rows = []
        else:
            is_block = example.source.startswith(("def ", "class "))
            rows.append(f"\n\n{example.source}\n\n" if is_block else example.source)
    cells += ["".join(rows)] if rows else []
    return "\n\n".join(f"```python\n{cell.strip()}\n```" for cell in cells)


def lesson() -> Any:
    """docs/search.md and the exercises as a notebook without output."""
    title, intro, steps = (DOCS / "search.md").read_text(encoding="utf-8").split("\n\n", 2)
    bound = (ROOT / "bound" / "README.md").read_text(encoding="utf-8")
    nodes = bound[bound.index("## Five nodes") : bound.index("## Tic-tac-toe")]
    page = f"{intro}\n\n{nodes}{steps}"
    page = re.sub("```python\n(.*?)\n*```", as_code, page, flags=re.DOTALL)
    svg = base64.b64encode((DOCS / "trap.svg").read_bytes()).decode()
    page = page.replace("(trap.svg)", f"(data:image/svg+xml;base64,{svg})")
    page = re.sub(r"\]\((?!#|data:|http)", "](../", page)
    exercises = (LESSON / "exercises.md").read_text(encoding="utf-8")
    notebook = jupytext.reads(f"{title}\n\n{SETUP}{page}\n{exercises}", fmt="md")
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata["kernelspec"] = kernel
    return notebook


def script(cells: list[Any]) -> str:
    """The code of a notebook as a script, without the cells that are only for it."""
    code = [it for it in cells if it["cell_type"] == "code"]
    kept = ["".join(it["source"]) for it in code if it["metadata"].get("active") != "ipynb"]
    return "\n\n\n".join(kept) + "\n"


def write(notebook: Any, folder: Path, name: str) -> None:
    """Run a notebook in a folder and write it there."""
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"  # otherwise they are random
    NotebookClient(
        notebook,
        coalesce_streams=True,
        record_timing=False,
        timeout=600,
        resources={"metadata": {"path": str(folder)}},
    ).execute()
    jupytext.write(notebook, folder / name)


def main(only: Path | None) -> None:
    """Write both notebooks; in the folder `only`, those whose source is there."""
    if ((folder := only or CLASSIC) / "A2.ipynb").exists():
        notebook = jupytext.read(folder / "A2.ipynb")
        (folder / "a2.py").write_text(script(notebook.cells), encoding="utf-8")
        write(notebook, folder, "A2.ipynb")
    if ((folder := only or LESSON) / "exercises.md").exists():
        write(lesson(), folder, "search.ipynb")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
