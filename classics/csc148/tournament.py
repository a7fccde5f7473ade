"""Many games between the same two players."""

from collections import Counter

from amateurplayer import AmateurPlayer
from board import Board, Marker
from professionalplayer import ProfessionalPlayer

Player = AmateurPlayer | ProfessionalPlayer


class Tournament:
    """Games of one player against another; raises ValueError unless they are X and O."""

    def __init__(self, player_x: Player, player_o: Player) -> None:
        if (player_x.marker, player_o.marker) != (Marker.X, Marker.O):
            raise ValueError(
                f"the players are {player_x.marker} and {player_o.marker}, not X and O"
            )
        self.player_x = player_x
        self.player_o = player_o
        self.winners: Counter[Marker] = Counter()
        """How many games each marker has won; NONE counts the ties."""

    def run_game(self) -> Marker:
        """Play a game, X first; record and return the winner, NONE for a tie."""
        board = Board()
        mover, other = self.player_x, self.player_o
        while not board.is_game_over():
            board = mover.play_turn(board)
            mover, other = other, mover
        self.winners[board.winner()] += 1
        return board.winner()

    def run_tournament(self, games: int) -> None:
        """Play this many games from a clean record, and print the results."""
        self.winners.clear()
        for _ in range(games):
            self.run_game()
        x, o = type(self.player_x).__name__, type(self.player_o).__name__
        wins, losses, ties = (self.winners[m] for m in (Marker.X, Marker.O, Marker.NONE))
        print(f"{x} (X) against {o} (O), games: {games:,}")
        print(f"X has {wins:,} wins, {losses:,} losses, {ties:,} ties")
