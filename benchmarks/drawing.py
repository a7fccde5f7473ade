"""Draw the positions that `grade` asks about: t3_tools/grade/judging/positions.txt.

`python -m benchmarks.drawing` prints such a file. That takes days: fewer than one in ten
thousand random positions is of some kinds. `python -m benchmarks.drawing CATEGORY` prints a
line of it. A line has a category, whose turn it is, and boards. If the turn stands there
again, boards of another kind follow, and an exam takes a board of each kind in turn. Some
lines there are older than this way of drawing. Their boards fit, but it draws others.
"""

import random
import sys
from itertools import count

from t3_state import T3State
from t3_tools.starter.drawing import CATEGORIES, Kind, filled

TIE_BREAK_TRAPS = (
    "564/002/001 010/326/040 161/202/000 402/000/161 120/216/000 020/010/546 000/216/410 "
    "162/001/004 000/204/211 100/600/102 401/000/261 462/003/001 423/020/500 216/010/200 "
    "125/040/600 210/036/200 501/600/400 000/626/130 623/300/040 061/005/204 100/020/146 "
)
"""Boards where the textbook errs in a tie-break only, odds to move."""

BLUNDER_TRAPS = (
    "261/001/000 010/216/000 010/416/000 411/004/000 010/001/220 404/000/101 010/202/001 "
    "410/004/001 002/000/361 010/010/420 401/004/001 001/402/010 001/000/362 201/002/001 "
    "010/010/240 000/411/020 040/100/021 240/001/010 000/211/020 010/410/020 001/000/461 "
)
"""Boards where the textbook throws a won game away, evens to move.

Play can reach 669,672 positions with 4 or 5 empty cells on the 3x3 board. 94 of them are of
this kind, 3,508 of the other.
"""


def draw(category: str, odd_turn: bool, kind: Kind, number: int) -> T3State:
    """The random position that these determine."""
    dice = random.Random(f"{category} {odd_turn} {kind.size} {number}")
    while True:
        state = filled(T3State, odd_turn, kind.size, dice.choice(kind.holes), dice)
        if kind.fits(state):
            return state


def drawn(category: str) -> str:
    """The line of the file about a category."""
    if category == "trap":
        return f"trap odds {TIE_BREAK_TRAPS}evens {BLUNDER_TRAPS}".strip()
    kinds = CATEGORIES[category]
    words = [category]
    for odd_turn in (True, False):
        # The other side begins with another kind, so few cases have all kinds.
        for kind in kinds if odd_turn else [*kinds[2:], *kinds[:2]]:
            states = (draw(category, odd_turn, kind, number) for number in count())
            boards: dict[str, None] = {}
            while len(boards) < kind.number:
                boards[next(states).notation().split()[0]] = None
            words += ["odds" if odd_turn else "evens", *boards]
    return " ".join(words)


if __name__ == "__main__":
    for category in sys.argv[1:] or [*CATEGORIES, "trap"]:
        print(drawn(category), flush=True)
