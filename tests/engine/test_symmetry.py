"""The symmetries of the board, and what the search does with them."""

import itertools
import random

import pytest

from positions import random_position
from t3_engine.position import Position, members
from t3_engine.symmetry import symmetries_of
from t3_state import T3State, lines


@pytest.mark.parametrize(
    ("size", "number"),
    [(1, 1), (2, 8), (3, 8), (4, 32), (5, 32), (6, 192), (7, 192), (8, 1536), (12, 8)],
)
def test_number_of_symmetries(size: int, number: int) -> None:
    assert len(symmetries_of(size)) == number
    assert len(set(symmetries_of(size))) == number


@pytest.mark.parametrize("size", range(1, 10))
def test_symmetries_take_lines_to_lines(size: int) -> None:
    cells = [(col, row) for col in range(size) for row in range(size)]
    for symmetry in symmetries_of(size):
        assert sorted(symmetry.cells) == list(range(len(cells)))
        for line, image in zip(lines(size), symmetry.lines):
            there = {cells[symmetry.cells[cells.index(cell)]] for cell in line}
            assert there == set(lines(size)[image])


def test_there_are_no_others_on_3x3() -> None:
    found = {symmetry.cells for symmetry in symmetries_of(3)}
    cells = [(col, row) for col in range(3) for row in range(3)]
    everything = {frozenset(cells.index(cell) for cell in line) for line in lines(3)}
    for order in itertools.permutations(range(9)):
        images = (frozenset(order[cell] for cell in line) for line in everything)
        keeps = all(image in everything for image in images)
        assert keeps == (order in found)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_position_and_its_image_have_the_same_symmetries(size: int) -> None:
    """And the identity always is one: a position looks like itself."""
    rng = random.Random(size)
    for _ in range(20):
        odd, board = random_position(rng, size, size * size - 2)
        symmetry = rng.choice(symmetries_of(size))
        image = [[0] * size for _ in range(size)]
        for cell, to in enumerate(symmetry.cells):
            image[to % size][to // size] = board[cell % size][cell // size]
        here = Position.of(T3State(odd, board)).symmetries()
        there = Position.of(T3State(odd, image)).symmetries()
        assert len(here) == len(there)
        assert tuple(range(size * size)) in {s.cells for s in here}


def test_distinct_actions_of_the_empty_board() -> None:
    """On 3x3: a corner, an edge and the centre, with each number."""
    position = Position.of(T3State(True))
    distinct = position.distinct(position.legal(), position.symmetries())
    actions = [position.mover.action(action) for action in members(distinct)]
    assert [(act.col(), act.row(), act.move()) for act in actions] == [
        (col, row, move) for col, row in [(0, 0), (0, 1), (1, 1)] for move in (1, 3, 5)
    ]


def test_fixing_leaves_the_symmetries_of_the_child() -> None:
    position = Position.of(T3State(True, [[0] * 5] * 5))
    for action in members(position.legal()):
        kept = position.fixing(action, position.symmetries())
        assert set(kept) == set(position.after(action).symmetries())
