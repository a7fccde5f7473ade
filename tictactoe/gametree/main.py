"""The tournaments of two kinds: `python -m tictactoe.gametree.main`."""

import argparse
import random
import sys
from collections.abc import Sequence

from tictactoe import command
from tictactoe.gametree.amateurplayer import AmateurPlayer
from tictactoe.gametree.board import Marker
from tictactoe.gametree.professionalplayer import ProfessionalPlayer
from tictactoe.gametree.tournament import Tournament


def amateur(games: int, rng: random.Random) -> None:
    """Amateur against amateur."""
    tournament = Tournament(AmateurPlayer(Marker.X, rng), AmateurPlayer(Marker.O, rng))
    tournament.run_tournament(games)


def professional(games: int, rng: random.Random) -> None:
    """Professional against amateur, on either side."""
    for tournament in (
        Tournament(ProfessionalPlayer(Marker.X), AmateurPlayer(Marker.O, rng)),
        Tournament(AmateurPlayer(Marker.X, rng), ProfessionalPlayer(Marker.O)),
    ):
        tournament.run_tournament(games)


TOURNAMENTS = {"amateur": amateur, "professional": professional}


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the tournaments that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tictactoe.gametree.main",
        description="Tournaments of many games, each with its result.",
    )
    parser.add_argument(
        "tournament",
        nargs="?",
        choices=TOURNAMENTS,
        help="amateur against amateur, or professional against amateur (default: both)",
    )
    parser.add_argument(
        "--games",
        type=command.count,
        default=1000,
        metavar="N",
        help="how many games in each (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="play the same games again, by any number"
    )
    options = parser.parse_args(arguments)
    for name, play in TOURNAMENTS.items():
        if options.tournament in (None, name):
            play(options.games, random.Random(options.seed))


if __name__ == "__main__":
    sys.exit(command.run(main))
