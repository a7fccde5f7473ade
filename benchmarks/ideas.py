"""What each idea of the search gains: the nodes of the player with that idea switched off.

`python -m benchmarks.ideas` prints the tables of docs/search.md; it needs the extra `bench`
and some minutes. Nodes are positions made, the same on every machine. The switches are
here, not in the player: each puts something plainer in the place of one of its parts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import cache, partial
from unittest.mock import patch

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.positions import careful, empty, scattered
from t3_engine import ladder, position, proof
from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.ladder import Search
from t3_engine.position import TIE, WIN, Position, Side, members
from t3_engine.proof import OUTRIGHT, ProofSearch, Shared
from t3_engine.symmetry import Symmetry
from t3_play.match import game_with
from t3_state import T3State, lines

MOST_NODES = 1_000_000
"""A search that makes more positions is given up."""

OTHER_GAMES = [
    (23, 9, True),
    (19, 7, True),
    (15, 4, False),
    (35, 9, False),
    (27, 8, True),
    (24, 7, False),
]
"""Target, largest number and whether odds are first: two wins, then four ties."""

SETS: dict[str, Callable[[], list[T3State]]] = {
    "3 x 3 empty": lambda: [empty(3, odd) for odd in (True, False)],
    "4 x 4 empty": lambda: [empty(4, odd) for odd in (True, False)],
    "4 x 4, 2 placed": lambda: careful(4, 2, 10),
    "4 x 4, 11 holes": lambda: scattered(4, 11, 20),
    "4 x 4, other games": lambda: [
        game_with(target, max_move)(odd, [[0] * 4] * 4)
        for target, max_move, odd in OTHER_GAMES
    ],
    "5 x 5, 9 placed": lambda: careful(5, 9, 10),
    "5 x 5, 6 placed": lambda: careful(5, 6, 10),
    "5 x 5 empty": lambda: [empty(5, odd) for odd in (True, False)],
}
"""What is measured, seeded where it is drawn."""

THRESHOLDS = (0, 9, 12, 14, 16, 18, 20, 25)
"""Values of WIDE_OPEN to compare; 0 is proof-number search always, 25 alpha-beta always."""


class Limited(Clock):
    """A clock that ends a search by its nodes."""

    def spend(self, positions: int) -> None:
        """Count positions made; raises OutOfTimeError past MOST_NODES."""
        super().spend(positions)
        if self.nodes > MOST_NODES:
            raise OutOfTimeError


class Forgetful(dict[object, object]):
    """A table that keeps nothing."""

    def __setitem__(self, key: object, value: object) -> None:
        """Forget it."""


class Unlearning(defaultdict[int, int]):
    """Numbers that stay 0."""

    def __setitem__(self, key: int, value: int) -> None:
        """Forget it."""


def without(name: str) -> AbstractContextManager[object]:
    """Searches that keep nothing in the table of this name."""
    begin = Search.__init__

    def begin_without(search: Search, clock: Clock) -> None:
        begin(search, clock)
        setattr(search, name, Forgetful())

    return patch.object(Search, "__init__", begin_without)


def at_sight_unless_forced(position: Position) -> int | None:
    """The utility that one look tells, if only the mover's own threats are looked for."""
    if position.can_win():
        return WIN
    return None if position.legal() and position.has_live_line() else TIE


def all_children(search: Search, position: Position) -> Iterator[tuple[int, Position]]:
    """The children by all legal actions, in the player's order."""
    actions = members(position.legal())
    search.clock.spend(len(actions))
    children = [(action, position.after(action)) for action in actions]
    children.sort(key=lambda it: (it[1].can_win(), it[1].safe.bit_count()))
    yield from children


def first_children_first(
    search: Search, position: Position
) -> Iterator[tuple[int, Position]]:
    """The children in action order."""
    for action in members(position.candidates()):
        search.clock.spend(1)
        yield action, position.after(action)


numbers_of = ProofSearch._first_numbers
children_of = ProofSearch._children
weights_of = proof._weights


def numbers_if_forced(search: ProofSearch, position: Position) -> tuple[int, int]:
    """The first proof and disproof number, as proof-number search can't do without them."""
    if position.safe or position.can_win() or not position.legal():
        return numbers_of(search, position)
    return OUTRIGHT, 0


def replies_alone(search: ProofSearch, position: Position) -> tuple[int, int]:
    """The first proof and disproof number by the replies alone."""
    numbers = numbers_of(search, position)
    return numbers if 0 in numbers else (1, position.safe.bit_count())


@cache
def counted(mover: Side, odd: bool) -> list[int]:
    """What lines add to the first numbers, if each that the attacker may complete is 1."""
    return [bool(weight) * (1 + proof.DISPROOF) for weight in weights_of(mover, odd)]


def numbers_without_dead_lines(search: ProofSearch, position: Position) -> tuple[int, int]:
    """The first proof and disproof number, where no line is needed to go on."""
    attacker = position.mover.rules.sides[search.odd]
    no_line = not any(attacker.completes[code] for code in position.codes)
    if no_line and position.utility_at_sight() is None:
        return 1, position.safe.bit_count()
    return numbers_of(search, position)


def never_look(
    search: ProofSearch, position: Position, symmetries: list[Symmetry], look: bool
) -> list[tuple[int, Position]]:
    """The children with first numbers, equal ones too, unless the position was met."""
    met = search._known(position.shape()) is not None
    return children_of(search, position, symmetries, met)


def apart(search: Search) -> ProofSearch:
    """The second question, asked of a search that knows nothing of the first."""
    found = vars(search).setdefault("apart", ProofSearch(False, search.clock, Shared()))
    assert isinstance(found, ProofSearch)
    return found


def identity(size: int) -> Symmetry:
    """The symmetry that leaves every cell where it is."""
    cells = range(size * size)
    return Symmetry(tuple(cells), tuple(range(len(lines(size)))))


Switches = Callable[[], list[AbstractContextManager[object]]]
"""What puts something else in the place of an idea, as long as it is entered."""

IDEAS: dict[str, Switches] = {
    "everything on": lambda: [],
    "forced replies": lambda: [
        patch.object(Position, "utility_at_sight", at_sight_unless_forced),
        patch.object(Search, "children", all_children),
        patch.object(ProofSearch, "_first_numbers", numbers_if_forced),
    ],
    "dead lines": lambda: [
        patch.object(Position, "has_live_line", lambda _: True),
        patch.object(ProofSearch, "_first_numbers", numbers_without_dead_lines),
    ],
    "order": lambda: [patch.object(Search, "children", first_children_first)],
    "the last cut first": lambda: [without("killers")],
    "the table": lambda: [without("bounds")],
    "cells alike": lambda: [
        patch.object(Position, "candidates", lambda position: position.safe)
    ],
    "shapes": lambda: [patch.object(position, "MOST_HOLES", 0)],
    "lines counted": lambda: [patch.object(ProofSearch, "_first_numbers", replies_alone)],
    "lines weighed": lambda: [patch.object(proof, "_weights", counted)],
    "symmetry": lambda: [
        patch.object(position, "symmetries_of", lambda size: [identity(size)])
    ],
    "children looked up": lambda: [patch.object(ProofSearch, "_children", never_look)],
    "what proved first": lambda: [patch.object(proof, "defaultdict", Unlearning)],
    "answers shared": lambda: [patch.object(Search, "evens_win", property(apart))],
    "known wins first": lambda: [
        patch.object(ladder, "sorted", lambda items, key: list(items), create=True)
    ],
    "proof numbers": lambda: wide_open_above(10**6),
}
"""What is switched off, and how."""


def wide_open_above(holes: int) -> list[AbstractContextManager[object]]:
    """Proof-number search for positions with more empty cells than this."""
    return [patch.object(ladder, "WIDE_OPEN", holes)]


def nodes(states: list[T3State]) -> str:
    """The positions made for some states together, or that it was given up."""
    total = 0
    for state in states:
        clock = Limited()
        found = Search(clock).evaluate(state)
        if not found.exact:
            return "-"
        total += clock.nodes
    return f"{total:,}"


def compare(title: str, ways: dict[str, Switches]) -> Table:
    """The nodes of each way to search, for each set."""
    sets = {name: make() for name, make in SETS.items()}
    table = Table(title, *sets, box=box.SIMPLE_HEAD)
    for name, switches in track(ways.items(), title, console=Console(stderr=True)):
        with ExitStack() as stack:
            for switch in switches():
                stack.enter_context(switch)
            table.add_row(name, *map(nodes, sets.values()))
    return table


def main() -> None:
    """Print both tables."""
    console = Console(width=120)
    console.print(compare("without", IDEAS))
    thresholds: dict[str, Switches] = {
        str(holes): partial(wide_open_above, holes) for holes in THRESHOLDS
    }
    console.print(compare("WIDE_OPEN", thresholds))
    console.print(f"- is more than {MOST_NODES:,} nodes for one of them.")


if __name__ == "__main__":
    main()
