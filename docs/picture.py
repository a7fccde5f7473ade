"""Draw README's picture of the game in a terminal: `python docs/picture.py docs`."""

import io
import os
import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

sys.path.append(str(Path(__file__).parent.parent))

from t3_play.console.commands import obey
from t3_play.console.game import Game
from t3_play.console.screen import CLEAR, Terminal
from t3_play.console.session import Session
from t3_play.console.store import Store
from t3_play.drawing import Style
from t3_play.match import new_match
from t3_state import T3State

START, LINES = T3State.from_notation("261/001/000 evens"), ["hint"] * 3


def screen() -> str:
    """What the terminal shows once the lines are typed."""
    terminal = Terminal(Style("utf-8", colour=True))
    session = Session(terminal, Store(terminal.say))
    game = Game(session, new_match(level="perfect", start=START))
    session.begin(game)
    for line in LINES:
        terminal.messages, terminal.named = [], set()
        obey(game, line)
    text, prompt, _rest = terminal.drawn(game.prompt())
    return text.removeprefix(CLEAR) + prompt


def main() -> None:
    """Write the picture to the folder that the command line names."""
    with TemporaryDirectory() as name, redirect_stdout(io.StringIO()):
        os.environ |= {"XDG_STATE_HOME": name, "COLUMNS": "81", "LINES": "24"}
        shown = screen()
    console = Console(record=True, width=80, file=io.StringIO())
    console.print(Text.from_ansi(shown))
    console.save_svg(str(Path(sys.argv[1], "game.svg")), title="", unique_id="game")


if __name__ == "__main__":
    main()
