"""The node-count signature: a change that should not alter the searches keeps it.

`python -m benchmarks.signature` prints it.
"""

from benchmarks.positions import careful, empty
from t3_engine import Clock, Search
from t3_player import T3Player
from t3_state import T3State


def signature() -> dict[str, int]:
    """The nodes of each search for the positions of a fixed set that it answers."""
    player = [*careful(3, 1, 5), *careful(4, 2, 5), *careful(4, 9, 5)]
    alpha_beta = [*careful(4, 1, 5), *careful(5, 2, 5), *careful(5, 10, 5)]
    forced_wins = [*careful(6, 4, 3), empty(7, False)]
    for odd in (True, False):
        player.append(empty(3, odd))
        alpha_beta += [empty(size, odd) for size in (1, 2, 3, 4, 5)]
        forced_wins.append(empty(6, odd))
    return {
        "t3_player.py": sum(map(nodes_of_player, player)),
        "t3_engine, alpha-beta": sum(map(nodes_of_engine, alpha_beta)),
        "t3_engine, forced wins": sum(map(nodes_of_engine, forced_wins)),
    }


def nodes_of_player(state: T3State) -> int:
    """The calls that t3_player.py's search needs for the value of a state."""
    player = T3Player()
    player.evaluate(state)
    return len(player.memo)


def nodes_of_engine(state: T3State) -> int:
    """The positions that the engine makes for the value of a state."""
    clock = Clock()
    Search(clock).evaluate(state)
    return clock.nodes


if __name__ == "__main__":
    for name, count in signature().items():
        print(f"{name}: {count:,}")
