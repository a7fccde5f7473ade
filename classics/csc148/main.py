"""Tournaments: two amateurs, and a professional against an amateur on either side."""

from amateurplayer import AmateurPlayer
from board import Marker
from professionalplayer import ProfessionalPlayer
from tournament import Tournament

GAMES = 1000


def main() -> None:
    """Play the tournaments and print their results."""
    for player_x, player_o in (
        (AmateurPlayer(Marker.X), AmateurPlayer(Marker.O)),
        (ProfessionalPlayer(Marker.X), AmateurPlayer(Marker.O)),
        (AmateurPlayer(Marker.X), ProfessionalPlayer(Marker.O)),
    ):
        Tournament(player_x, player_o).run_tournament(GAMES)


if __name__ == "__main__":
    main()
