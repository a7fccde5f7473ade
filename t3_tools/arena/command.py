"""`arena`: let players play each other, and count wins, ties, losses and blunders."""

import argparse
import itertools
import random
from contextlib import closing

from t3_play.inputs import seconds, value_of
from t3_play.levels import LEVELS
from t3_play.match import LARGEST_SIZE, SEEDS
from t3_play.program import printable
from t3_tools.arena.games import Pairing, play, start_position
from t3_tools.arena.players import NAMED, player
from t3_tools.arena.scores import Score
from t3_tools.options import (
    UsageError,
    add_workers,
    seed_number,
    whole_number,
)
from t3_tools.printing import brief, say, table
from t3_tools.workers import executor, finished

HELP = "let players play against each other, and count wins, ties, losses and blunders"

EXAMPLES = f"""\
  t3-tools arena my_player.py medium
  t3-tools arena perfect medium easy random --empty 9 --games 1000

players:
  {", ".join(NAMED)},
  or a Python file with a function choose(state) that returns a T3Action, or
  with a class T3Player that has such a method. The file may import files beside
  it, but only at its top, not inside a function. The first {len(LEVELS)} are the levels of
  the console game. A player that fails, or plays illegally, loses the game. A
  file that can't be loaded is refused. Its code runs with your rights and no
  time limit, and can spoil all results: for code that you don't trust, use
  grade.

games:
  Each start is a position from random play. The side to move can't win at once.
  Each pair of players plays it twice, so that each player begins once. Odds and
  evens begin in turn. Ctrl-C ends the games and shows the scores so far.
"""


def schedule(options: argparse.Namespace) -> list[Pairing]:
    """The games. Each pair of players plays every start twice, so that both begin."""
    dice = random.Random(options.seed)
    pairings = []
    for number in range(options.games):
        if number % 2 == 0:
            odd = number // 2 % 2 == 0
            start = start_position(options.size, options.empty, odd, dice)
        for pair in itertools.combinations(options.players, 2):
            pairing = Pairing(
                names=pair if number % 2 == 0 else (pair[1], pair[0]),
                start=start,
                seed=dice.randrange(SEEDS),
                time_limit=options.time_limit,
            )
            pairings.append(pairing)
    return pairings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="two or more; see below"
    )
    parser.add_argument(
        "--games",
        type=whole_number,
        default=100,
        metavar="N",
        help="games for each pair of players (default: 100). With a multiple of 4 both "
        "players begin equally often, and both play odds equally often",
    )
    parser.add_argument(
        "--size",
        type=whole_number,
        default=3,
        metavar="N",
        help="columns and rows of the board (default: 3)",
    )
    parser.add_argument(
        "--empty",
        type=whole_number,
        default=5,
        metavar="N",
        help="empty cells at the start of a game (default: 5, few enough for a slow "
        "player). On 3 x 3, 9 is the empty board",
    )
    parser.add_argument(
        "--seed",
        type=seed_number,
        default=0,
        metavar="N",
        help="the same seed gives the same games, with any number of workers (default: 0)",
    )
    parser.add_argument(
        "--time-limit",
        type=value_of(seconds),
        metavar="SECONDS",
        help="seconds for each action of a level, and for each of the two values that "
        "judge an action (default: no limit). Useful above 6 x 6, but the same seed may "
        "then give other games",
    )
    add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games and print the scores."""
    if len(set(options.players)) < max(2, len(options.players)):
        raise UsageError("an arena needs two players or more, each named once")
    if options.size > LARGEST_SIZE:
        raise UsageError(f"a board of {options.size} is too big: {LARGEST_SIZE} at most")
    for name in options.players:
        player(name, 0)  # raises UsageError before any game
    pairings = schedule(options)
    scores = {name: Score() for name in options.players}
    played = 0
    try:
        with (
            executor(options.jobs, options.dask) as workers,
            closing(finished(workers, play, pairings, "games")) as games,
        ):
            for number, result in games:
                for name, score in zip(pairings[number].names, result):
                    scores[name].add(score)
                played += 1
    finally:  # also after Ctrl-C
        if played:
            count = f"{played} of {len(pairings)} games"
            show(scores, f"{options.size} x {options.size}, {count}")
    return 0


def show(scores: dict[str, Score], title: str) -> None:
    """Print the scores as a table, the best first."""
    shown = table()
    shown.collapse_padding = True
    shown.title = title
    shown.caption = "a tie is half a win; blunders per 100 actions; ms per action"
    shown.add_column("player", overflow="fold", min_width=8)
    for name in ("wins", "ties", "losses", "score", "blunders", "time"):
        shown.add_column(name, justify="right", no_wrap=True)
    names = [printable(name) for name in scores]
    ranking = sorted(zip(names, scores.values()), key=lambda item: -item[1].points())
    for name, score in ranking:
        rate = score.blunder_rate()
        shown.add_row(
            brief(name, names),
            str(score.wins),
            str(score.ties),
            str(score.losses),
            f"{score.points():.3f}",
            "-" if rate is None else f"{rate:.1f}",
            f"{1000 * score.seconds / max(1, score.actions):.1f}",
        )
    say(shown)
    for name, score in ranking:
        if score.faults:
            told = f"lost {score.faults} by failing or an illegal action"
            say(f"{brief(name, names)} {told}")
