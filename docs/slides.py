"""Draw the pictures of slides.md: `python docs/slides.py FOLDER`.

The folder then has slides.md and its pictures, by trees.py and by the commands in comments
of slides. This writes a PDF:

    npx @marp-team/marp-cli FOLDER/slides.md --pdf --allow-local-files
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import trees

SLIDES = Path(__file__).with_name("slides.md")
HALVES = {"trap-left": "30 130 778 610", "trap-right": "808 130 620 610"}
"""Parts of trap.svg, each as a viewBox."""


def main(folder: Path) -> None:
    """Write the slides and their pictures to a folder, made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(SLIDES, folder)
    pictures = {name: trees.picture(name) for name in ("game", "exercise-2")}
    paths = [str(SLIDES.parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    for command in re.findall(r"<!-- t3-tools (.*) -->", SLIDES.read_text("utf-8")):
        program = [sys.executable, "-m", "t3_tools", *shlex.split(command)]
        subprocess.run(
            program, cwd=folder, env=found, check=True, stdout=subprocess.DEVNULL
        )
    trap = (SLIDES.parent / "trap.svg").read_text("utf-8")
    for name, view in HALVES.items():
        pictures[name] = re.sub('viewBox=".*?"', f'viewBox="{view}"', trap)
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
