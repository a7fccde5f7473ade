"""`sample`: a made-up class, to try `grade` with.

The players are the naive search with one change each, named after what it does.
"""

from pathlib import Path

import click

import t3_player
from t3_play.program import write_whole
from t3_tools import naive, options
from t3_tools.handout import LENT, PLAYER, STATE, TO_WRITE

EXAMPLES = """\
\b
Examples:
  t3-tools sample ../class
  t3-tools grade ../class --reports ../reports
"""

CHOOSE = """

def choose(state: T3State) -> T3Action | None:
    return T3Player().choose(state)
"""

BETTER = "(sign * utility, -end) > (sign * best.utility, -best.end)"
CUT, TRANSITIONS = "if beta <= alpha:", "in state.get_transitions():"
CHANGES = {
    "naive": ("", ""),
    "compares-no-depths": (BETTER, "sign * utility > sign * best.utility"),
    "keeps-the-last-of-equals": (BETTER, BETTER.replace(">", ">=")),
    "prefers-the-longest-game": (BETTER, BETTER.replace("-", "")),
    "has-a-wrong-sign": ("(-1 if maximise else 1,", "(1 if maximise else -1,"),
    "looks-4-plies-ahead": ("if state.is_tie():", "if depth == 4 or state.is_tie():"),
    "goes-row-by-row": (
        TRANSITIONS,
        "in sorted(state.get_transitions(), key=lambda it: it[0].row()):",
    ),
    "does-not-prune": (CUT, "if False:"),
}
"""What is replaced in the naive search, and by what, for each player with a change."""


@click.command(epilog=EXAMPLES)
@click.argument(
    "folder", type=options.new_folder, metavar="DIR", help="A new or empty folder."
)
def sample(folder: Path) -> None:
    """Write a made-up class of ten, to try `grade` with.

    One is exact, one has written nothing, and the others are named after what they do.
    """
    for name, texts in submissions().items():
        (folder / name).mkdir(parents=True)
        for file, text in texts.items():
            write_whole(folder / name / file, text)
    print(f"{folder}: {', '.join(submissions())}")


def submissions() -> dict[str, dict[str, str]]:
    """The files of each submission, by its name."""
    search = Path(naive.__file__).read_text(encoding="utf-8")
    search = search.replace("NaivePlayer", "T3Player") + CHOOSE
    players = {"exact": Path(t3_player.__file__).read_text(encoding="utf-8")}
    for name, (old, new) in CHANGES.items():
        players[name] = search.replace(old, new, 1) if old else search
    return {
        **{name: {STATE: LENT[STATE], PLAYER: text} for name, text in players.items()},
        "wrote-nothing": TO_WRITE,
    }
