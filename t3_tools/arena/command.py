"""Players against each other: who wins, how often, and who blunders."""

import argparse
import itertools
import math
import random
import time
from copy import copy
from dataclasses import dataclass
from threading import Lock
from typing import Any

from t3_play.levels import LEVELS
from t3_play.match import LARGEST_SIZE, SEEDS
from t3_play.reading import seconds, value_of, write_whole
from t3_play.words import printable
from t3_player import T3Player
from t3_state import T3State
from t3_tools.arena.players import NAMED, Player, player
from t3_tools.options import (
    UsageError,
    add_json,
    add_workers,
    seed_number,
    whole_number,
    writable,
)
from t3_tools.output import as_csv, brief, say, say_json, table
from t3_tools.work import executor, map_in_order

HELP = "let players play against each other, and count wins, ties, losses and blunders"

EXAMPLES = f"""\
  python -m t3_tools arena medium easy amateur random --games 1000
  python -m t3_tools arena perfect my_player.py --size 4 --csv result.csv

players:
  {", ".join(NAMED)},
  or the path of a Python file with a function choose(state) that returns a T3Action.
  The first {len(LEVELS)} are the levels of the console game: when it is lost, perfect loses
  as soon as it can, and stubborn as late. The textbook takes a minute for its first action
  on the empty board. Who fails, or plays what is not legal, loses the game; a file that
  cannot be loaded is refused. The code in a file runs as it is, with your rights and no
  time limit, and can spoil all results; for code that you do not trust there is grade.
"""


ALONE = Lock()
"""Held for each game: the threads of a worker share Python's modules and its dice."""


@dataclass(frozen=True)
class Game:
    """A game to be played, with everything that settles how it goes."""

    names: tuple[str, str]
    """The player who begins, and the other."""
    odd_first: bool
    size: int
    seed: int
    count_blunders: bool
    time_limit: float | None
    """Seconds for an action of a level, and for judging one."""


@dataclass
class Score:
    """What a player achieved."""

    wins: int = 0
    ties: int = 0
    losses: int = 0
    faults: int = 0
    """Losses by failing, or by an illegal action."""
    actions: int = 0
    judged: int = 0
    """Actions that were looked at for blunders."""
    blunders: int = 0
    """Actions that lowered the exact utility."""
    seconds: float = 0
    """For all actions."""
    worst: float = 0
    """Seconds for the longest action."""

    def add(self, other: "Score") -> None:
        """Count in what another score counts."""
        worst = max(self.worst, other.worst)
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        self.worst = worst

    def games(self) -> int:
        """How many were played."""
        return self.wins + self.ties + self.losses

    def points(self) -> float:
        """The share of the games won, a tie being half a win."""
        return (self.wins + self.ties / 2) / self.games()

    def interval(self) -> tuple[float, float]:
        """Where the points would be in ever more games, with 95 % confidence.

        Wilson's interval (1927), which holds for few games and one-sided results too, and
        is on the safe side where there are ties.
        """
        n, share, z = self.games(), self.points(), 1.96
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        radius = (
            z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        )
        return max(0.0, middle - radius), min(1.0, middle + radius)

    def blunder_rate(self) -> float | None:
        """The blunders per 100 actions; None if none was judged."""
        return round(100 * self.blunders / self.judged, 2) if self.judged else None

    def report(self) -> dict[str, float | None]:
        """The figures for a table."""
        low, high = self.interval()
        return {
            "games": self.games(),
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "faults": self.faults,
            "score": round(self.points(), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "blunders per 100 actions": self.blunder_rate(),
            "mean seconds": round(self.seconds / max(1, self.actions), 6),
            "worst seconds": round(self.worst, 6),
        }


def play(game: Game) -> tuple[Score, Score]:
    """Play a game; the scores of the two, in the order of its names."""
    with ALONE:
        random.seed(game.seed)  # for players from files, who may use it
        players = [
            player(name, game.seed + turn, game.time_limit)
            for turn, name in enumerate(game.names)
        ]
        return played(game, players)


def played(game: Game, players: list[Player]) -> tuple[Score, Score]:
    """The scores of the two when they have played the game."""
    scores = Score(), Score()
    state = T3State(game.odd_first, [[0] * game.size] * game.size)
    turn = 0
    while not state.is_over():
        mover = scores[turn]
        start = time.perf_counter()
        try:
            action = players[turn](copy(state))  # its own, to spoil
            taken = time.perf_counter() - start
            child = state.get_next_state(action)
        except BaseException:  # whatever it raises
            mover.faults += 1
            return lost(scores, turn)
        mover.actions += 1
        mover.seconds += taken
        mover.worst = max(mover.worst, taken)
        if game.count_blunders:
            judge = T3Player(game.time_limit)
            before, after = judge.evaluate(state), judge.evaluate(child)
            if before.exact and after.exact:
                mover.judged += 1
                mover.blunders += -after.utility < before.utility
        state, turn = child, 1 - turn
    if state.is_win():
        return lost(scores, turn)
    for score in scores:
        score.ties += 1
    return scores


def lost(scores: tuple[Score, Score], turn: int) -> tuple[Score, Score]:
    """The scores when the one whose turn it is has lost."""
    scores[turn].losses += 1
    scores[1 - turn].wins += 1
    return scores


def schedule(options: argparse.Namespace) -> list[Game]:
    """The games: each two players begin in turn, and as odds and as evens in turn."""
    dice = random.Random(options.seed)
    games = []
    for pair in itertools.combinations(options.players, 2):
        for number in range(options.games):
            names = pair if number % 2 == 0 else (pair[1], pair[0])
            game = Game(
                names,
                odd_first=number // 2 % 2 == 0,
                size=options.size,
                seed=dice.randrange(SEEDS),
                count_blunders=options.blunders,
                time_limit=options.time_limit,
            )
            games.append(game)
    return games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="two or more; see below"
    )
    parser.add_argument(
        "--games",
        type=whole_number,
        default=100,
        metavar="N",
        help="games for each two players, a multiple of 4 to be fair: then both begin, "
        "and play odds, equally often (default: 100)",
    )
    parser.add_argument(
        "--size",
        type=whole_number,
        default=3,
        metavar="N",
        help="of the board (default: 3)",
    )
    parser.add_argument(
        "--seed",
        type=seed_number,
        default=0,
        metavar="N",
        help="the same seed gives the same games, with any number of workers (default: 0)",
    )
    parser.add_argument(
        "--no-blunders",
        dest="blunders",
        action="store_false",
        help="do not judge the actions, which takes long on boards above 5 x 5",
    )
    parser.add_argument(
        "--time-limit",
        type=value_of(seconds),
        metavar="SECONDS",
        help="for an action of a level, and for judging one (default: none). For boards "
        "above 6 x 6; but the same seed may then give other games",
    )
    parser.add_argument(
        "--csv", type=writable, metavar="FILE", help="write the table to a file"
    )
    add_json(parser)
    add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play, and show the scores."""
    if len(set(options.players)) < max(2, len(options.players)):
        raise UsageError("an arena needs two players or more, each named once")
    if options.size > LARGEST_SIZE:
        raise UsageError(f"a board of {options.size} is too big: {LARGEST_SIZE} at most")
    for name in options.players:
        player(name, 0)  # raises UsageError now, not after many games
    games = schedule(options)
    with executor(options.jobs, options.dask) as workers:
        results = map_in_order(workers, play, games, "games")
    scores = {name: Score() for name in options.players}
    for game, result in zip(games, results):
        for name, score in zip(game.names, result):
            scores[name].add(score)
    ranking = sorted(scores.items(), key=lambda item: -item[1].points())
    rows = [{"player": printable(name), **score.report()} for name, score in ranking]
    try:
        if options.json:
            say_json(rows)
        else:
            show(rows, options)
    finally:  # as in grade
        if options.csv:
            write_whole(options.csv, as_csv(rows))
    return 0


def show(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Print the table."""
    names = [row["player"] for row in rows]
    rows = [{**row, "player": brief(row["player"], names)} for row in rows]
    shown = table()
    shown.collapse_padding = True
    shown.title = f"{options.size} x {options.size}, {options.games} games for each two"
    shown.caption = "a tie is half a win; blunders of 100 actions; time for one in ms"
    shown.add_column("player", overflow="fold", min_width=8)
    for name in ("wins", "ties", "losses", "score", "95 %", "blunders", "time", "worst"):
        shown.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        rate = row["blunders per 100 actions"]
        shown.add_row(
            row["player"],
            str(row["wins"]),
            str(row["ties"]),
            str(row["losses"]),
            f"{row['score']:.3f}",
            f"{row['low']:.2f}-{row['high']:.2f}",
            "-" if rate is None else f"{rate:.1f}",
            f"{1000 * row['mean seconds']:.1f}",
            f"{1000 * row['worst seconds']:.0f}",
        )
    say(shown)
    for row in rows:
        if row["faults"]:
            say(f"{row['player']} lost {row['faults']} by failing or an illegal action")
