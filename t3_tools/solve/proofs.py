"""Makes the certificates that t3_tools/solve/check.py checks, with the engine."""

from t3_engine import Clock, ForcedWins
from t3_engine.position import Position, members
from t3_state import T3Action, T3State
from t3_tools.solve.check import LETTERS, OTHER, Stones, actions, can_win, opening

ODDS = "odds"


class Prover:
    """Finds the answers with which one side wins the N x N board.

    Wins are looked for within so many plies at most; a longer one counts as none.
    """

    def __init__(self, winner: str, size: int, clock: Clock) -> None:
        self.winner = winner
        self.size = size
        self.search = ForcedWins(winner == ODDS, clock)

    def certificate(self, first: str, start: list[str], limit: int) -> str | None:
        """The certificate of a win after some first actions; None if there is none.

        None stands also for a win that takes more than `limit` plies.
        """
        stones, turn = opening(first, start, self.size)
        if not self.wins(stones, turn, limit):
            return None
        lines = [" ".join([self.winner, first, *start])]
        waiting = [(stones, turn)]
        met = set()
        while waiting:
            stones, turn = waiting.pop()
            if stones in met:
                continue
            met.add(stones)
            if turn != self.winner:
                replies = actions(stones, turn, self.size)
                waiting += [(stones | {reply}, self.winner) for reply in replies]
            elif not can_win(stones, actions(stones, turn, self.size)):
                answer = self.answer(stones)
                lines.append(" ".join([*sorted(stones), answer]))
                waiting.append((stones | {answer}, OTHER[turn]))
        return "\n".join(lines) + "\n"

    def wins(self, stones: Stones, turn: str, limit: int) -> bool:
        """Whether the winner wins within `limit` plies; short wins are looked for first."""
        position = self.position(stones, turn)
        start = 1 if turn == self.winner else 2
        return any(
            self.search.within(position, plies) for plies in range(start, limit + 1, 2)
        )

    def answer(self, stones: Stones) -> str:
        """The winner's action that wins soonest, of those that the search has proven."""
        position = self.position(stones, self.winner)
        if position.doubles():  # two threats at once: the loser can answer only one
            return self.name(stones, position.mover.action(members(position.doubles())[0]))
        plies = 5
        while not self.search.within(position, plies):
            plies += 2
        choices = members(position.distinct(position.safe))
        for wanted in (self.known, self.search.within):
            for index, child in position.children(choices):
                if wanted(child, plies - 1):
                    return self.name(stones, position.mover.action(index))
        raise AssertionError("a position that wins has a child that does")

    def known(self, position: Position, plies: int) -> bool:
        """Whether the search has proven the win within so many plies already."""
        proven, _ = self.search.limits(position)
        return proven is not None and proven <= plies

    def position(self, stones: Stones, turn: str) -> Position:
        """The position on the board, the pair `a` outermost."""
        board = [[0] * self.size for _ in range(self.size)]
        for stone in stones:
            board[self.index(stone[1])][self.index(stone[0])] = int(stone[2])
        return Position.of(T3State(turn == ODDS, board))

    def index(self, name: str) -> int:
        """The index of a name."""
        if name == "+":
            return self.size // 2
        pair = LETTERS.index(name.lower())
        return pair if name.islower() else self.size - 1 - pair

    def name(self, stones: Stones, action: T3Action) -> str:
        """The action in names, those of indices that no stone uses in order of use."""
        names = {self.index(name): name for stone in stones for name in stone[:2]}
        for index in (action.col(), action.row()):
            mirror = self.size - 1 - index
            if index == mirror:
                names[index] = "+"
            elif mirror in names:
                names[index] = names[mirror].swapcase()
            elif index not in names:
                used = {name.lower() for name in names.values()} - {"+"}
                names[index] = LETTERS[len(used)]
        return names[action.col()] + names[action.row()] + str(action.move())
