"""A match: a game with its history and players."""

import random
from dataclasses import astuple, dataclass, field
from typing import Any

from t3_play.descriptions import completed
from t3_play.levels import USUAL_LEVEL, USUAL_SIZE, odds_win
from t3_state import TURNS, IllegalActionError, T3Action, T3State

PEOPLE = {"odds": [True], "evens": [False], "both": [True, False]}
"""The sides that people play, True for odds. The computer plays the others."""

SIZES = range(3, 13)
"""The rows of a board. Nobody wins on smaller ones, and larger ones fit on no screen."""

SEEDS = 10**9
"""Seeds are whole numbers from 0 to below this."""


@dataclass
class Match:
    """A game from its start to now, and who plays it."""

    start: T3State
    play: str
    """Who plays: a key of PEOPLE."""
    level: str
    """The computer's level: a key of LEVELS."""
    seed: int
    """Determines what the level leaves to chance."""
    helped: bool = False
    """Whether a person had a hint, asked what moves lead to, or took moves back."""
    actions: list[T3Action] = field(default_factory=list, init=False)
    """The actions so far."""
    states: list[T3State] = field(init=False)
    """The start, and the state after each action."""

    def __post_init__(self) -> None:
        if self.start.size not in SIZES:
            raise ValueError(f"boards have {SIZES[0]} to {SIZES[-1]} rows")
        if self.start.is_over():
            raise ValueError("the game is already over")
        self.states = [self.start]

    @property
    def state(self) -> T3State:
        """The current state."""
        return self.states[-1]

    def is_persons(self, state: T3State) -> bool:
        """Whether it is a person's turn in `state`."""
        return state.odd_turn in PEOPLE[self.play]

    @property
    def is_practice(self) -> bool:
        """Whether it began from a given position: then it does not count."""
        return any(map(any, self.start.board))

    @property
    def own(self) -> bool:
        """The person's side, or if people play both, the side to move; True for odds."""
        return self.state.odd_turn if self.play == "both" else self.play == "odds"

    def add(self, action: T3Action) -> None:
        """Play an action; raises IllegalActionError."""
        if self.state.is_over():
            raise IllegalActionError(f"{action}: the game is already over")
        after = self.state.get_next_state(action)
        self.states.append(after)
        self.actions.append(action)

    def as_json(self) -> dict[str, Any]:
        """The match as JSON can hold it."""
        settings = {"play": self.play, "level": self.level, "seed": self.seed}
        start, actions = self.start.notation(), [*map(astuple, self.actions)]
        return {**settings, "helped": self.helped, "start": start, "actions": actions}

    def last_turn(self, plies: int) -> int | None:
        """The last of the first `plies` at which a person moved; None if none did."""
        states = enumerate(self.states[:plies])
        return max((ply for ply, state in states if self.is_persons(state)), default=None)

    def back_to(self, ply: int) -> list[T3Action]:
        """Take back all actions but the first `ply`; returns them."""
        taken = self.actions[ply:]
        del self.actions[ply:], self.states[ply + 1 :]
        return taken


def new_match(
    size: int | None = None,
    level: str | None = None,
    play: str | None = None,
    seed: int | None = None,
    start: T3State | None = None,
) -> Match:
    """A match on an empty board, or from another start; None stands for what is usual.

    Odds begin. But if no side is named, the person begins, with the side that can win.
    """
    if start is None:
        size = size or USUAL_SIZE
        start = T3State(bool(play) or odds_win(size), [[0] * size] * size)
    seed = random.randrange(SEEDS) if seed is None else seed
    return Match(start, play or TURNS[start.odd_turn], level or USUAL_LEVEL, seed)


def match_in_words(match: Match) -> str:
    """A game's size, who plays, and how far it is."""
    size, moves = match.start.size, len(match.actions)
    sides = "for two" if match.play == "both" else f"{match.level}, you are {match.play}"
    begins = match.play == TURNS[match.start.odd_turn]
    since = f", after move {moves}" if moves else " and begin" * begins
    return f"{size} x {size}, {sides}{since}"


def ending_in_words(match: Match) -> str:
    """How a match has ended, in words for the screen."""
    state = match.state
    if state.is_tie():
        return "A tie: the board is full"
    winner = "The computer wins" if match.is_persons(state) else "You win"
    if match.play == "both":
        winner = f"{TURNS[not state.odd_turn].title()} win"
    return f"{winner}: {completed(state)}"
