"""Draw README's picture of the game in a terminal: `python docs/picture.py docs`."""

import io
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

GAME = ["-m", "t3_play", "--level", "perfect", "--board", "261/001/000", "evens"]
TERMINAL = {"COLUMNS": "81", "LINES": "24", "TERM": "xterm", "NO_COLOR": ""}


def screen(typed: bytes) -> str:
    """What a terminal shows of the game once these lines are typed."""
    ours, theirs = pty.openpty()
    os.write(ours, typed + b"quit\n")
    with TemporaryDirectory() as states:
        env = {**os.environ, **TERMINAL, "XDG_STATE_HOME": states}
        root = Path(__file__).parent.parent
        command = [sys.executable, *GAME]
        subprocess.run(command, cwd=root, env=env, stdin=theirs, stdout=theirs, check=True)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # at the end
        while True:
            shown += os.read(ours, 4096)
    frame = shown.decode().rpartition("\033[H\033[J")[2]
    return frame.rpartition("quit")[0].replace("\r", "")


if __name__ == "__main__":
    console = Console(record=True, width=80, file=io.StringIO())
    console.print(Text.from_ansi(screen(b"hint\n" * 3)))
    console.save_svg(str(Path(sys.argv[1], "game.svg")), title="", unique_id="game")
