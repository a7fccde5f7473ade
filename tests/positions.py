"""Positions to test on: the truth files, random boards, and random play."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from oracle import Board, Oracle, Value
from t3_state import T3State

TRUTH = Path(__file__).parent / "truth"

DIFFERENT = {
    "side": ("640/111/313 odds", "640/111/313 evens"),
    "stones": ("402/040/312 odds", "242/040/215 odds"),
    "crossings": ("005/410/104 odds", "005/510/401 odds"),
}
"""Pairs of positions whose values differ. They agree in all that a key describes but one
thing: the side to move, the number of stones, or where live lines cross."""


def seeds(quick: int, all_: int) -> list[Any]:
    """Parameters for a test: the seeds below `all_`, marked long from `quick` on."""
    marks = [() if seed < quick else pytest.mark.long for seed in range(all_)]
    return [pytest.param(seed, marks=marks[seed]) for seed in range(all_)]


def game_with(target: int = 13, max_move: int = 6) -> type[T3State]:
    """The game with these constants, as a subclass has them."""
    return type("Game", (T3State,), {"WIN_TARGET": target, "MAX_MOVE": max_move})


class Known(NamedTuple):
    """A line of a truth file: a position, its value, and what kind of position it is."""

    notation: str
    value: Value
    kind: str


def truth() -> Iterator[Known]:
    """Every position of the truth files."""
    for path in sorted(TRUTH.glob("*x*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            board, turn, utility, depth, col, row, move, kind = line.split()
            value = Value(int(utility), int(depth), (int(col), int(row), int(move)))
            yield Known(f"{board} {turn}", value, kind)


def random_position(rng: random.Random, size: int, holes: int) -> tuple[bool, Board]:
    """Whether odds are to move, and a board with `holes` empty cells that nobody has won.

    Random play reaches it: either side begins, and both take any legal action. If somebody
    wins on the way, play starts again.
    """
    rules = Oracle(size)
    while True:
        odd = rng.random() < 0.5
        board = [[0] * size for _ in range(size)]
        cells = [(row, col) for row in range(size) for col in range(size)]
        rng.shuffle(cells)
        for row, col in cells[holes:]:
            board[row][col] = rng.choice(rules.numbers[odd])
            odd = not odd
            if rules.is_won(tuple(map(tuple, board))):
                break
        else:
            return odd, tuple(map(tuple, board))


def random_state(rng: random.Random, size: int, holes: int, game: type[T3State]) -> T3State:
    """A state with `holes` empty cells, whether or not play can reach it."""
    numbers = range(1, game.MAX_MOVE + 1)
    cells = [0] * holes + rng.choices(numbers, k=size * size - holes)
    rng.shuffle(cells)
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    return game(rng.random() < 0.5, rows)
