"""`arena`: players against each other; who wins, how often, and who blunders."""

import argparse
import itertools
import random
from typing import Any

from t3_play.files import write_whole
from t3_play.inputs import seconds, value_of
from t3_play.levels import LEVELS
from t3_play.match import LARGEST_SIZE, SEEDS
from t3_play.program import printable
from t3_tools.arena.games import Pairing, play
from t3_tools.arena.players import NAMED, player
from t3_tools.arena.scores import Score
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


WHY_PERFECT_IS_BEHIND = (
    "perfect scored below another, as can be: it gives no won or tied game away, but "
    "expects the same of others. Where it is lost it takes the shortest way out, and so "
    "leaves a weak opponent little time to err; stubborn, which is as exact, holds out."
)
"""What is said of a table that perfect does not lead."""


def schedule(options: argparse.Namespace) -> list[Pairing]:
    """The games: each two players begin in turn, and as odds and as evens in turn."""
    dice = random.Random(options.seed)
    pairings = []
    for pair in itertools.combinations(options.players, 2):
        for number in range(options.games):
            names = pair if number % 2 == 0 else (pair[1], pair[0])
            pairing = Pairing(
                names,
                odd_first=number // 2 % 2 == 0,
                size=options.size,
                seed=dice.randrange(SEEDS),
                count_blunders=options.blunders,
                time_limit=options.time_limit,
            )
            pairings.append(pairing)
    return pairings


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
    pairings = schedule(options)
    with executor(options.jobs, options.dask) as workers:
        results = map_in_order(workers, play, pairings, "games")
    scores = {name: Score() for name in options.players}
    for pairing, result in zip(pairings, results):
        for name, score in zip(pairing.names, result):
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
    scores = {row["player"]: row["score"] for row in rows}
    if scores.get("perfect", 1) < max(scores.values()):
        say(WHY_PERFECT_IS_BEHIND)
    for row in rows:
        if row["faults"]:
            say(f"{row['player']} lost {row['faults']} by failing or an illegal action")
