"""Draw the pictures of slides.md: `python docs/slides.py FOLDER`.

The folder then has slides.md and its pictures, each by the command in a comment of its
slide. `npx @marp-team/marp-cli FOLDER/slides.md --pdf --allow-local-files` writes a PDF.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

SLIDES = Path(__file__).with_name("slides.md")


def main(folder: Path) -> None:
    """Write the slides and their pictures to a folder, made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(SLIDES, folder)
    paths = [str(SLIDES.parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    for command in re.findall(r"<!-- t3-tools (.*) -->", SLIDES.read_text("utf-8")):
        program = [sys.executable, "-m", "t3_tools", *shlex.split(command)]
        subprocess.run(
            program, cwd=folder, env=found, check=True, stdout=subprocess.DEVNULL
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
