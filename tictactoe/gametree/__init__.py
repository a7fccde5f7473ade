"""Tic-tac-toe with the whole game tree in memory, and two players who meet in tournaments.

The amateur goes by rules, the professional by the tree: see `board`, `node`,
`amateurplayer`, `professionalplayer` and `tournament`; `main` plays the tournaments. The
tree is built when a professional first needs it.
"""

from tictactoe.gametree.amateurplayer import AmateurPlayer
from tictactoe.gametree.board import Board, Marker
from tictactoe.gametree.node import Node
from tictactoe.gametree.professionalplayer import ProfessionalPlayer, generate_game_tree
from tictactoe.gametree.tournament import Tournament

__all__ = [
    "AmateurPlayer",
    "Board",
    "Marker",
    "Node",
    "ProfessionalPlayer",
    "Tournament",
    "generate_game_tree",
]
