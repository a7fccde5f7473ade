"""A game between two players, played and counted."""

import random
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from t3_engine import Search
from t3_play.program import printable
from t3_player import Clock, Evaluation
from t3_state import IllegalActionError, T3Action, T3State
from t3_tools.arena.players import Player, player
from t3_tools.arena.scores import Score

ALONE = Lock()
"""Allows one game at a time: the threads of a worker share sys.modules and random."""


@dataclass(frozen=True)
class Pairing:
    """Two players and a game for them, which determines every action."""

    names: tuple[str, str]
    """The player who begins, then the other."""
    start: T3State
    seed: int


def start_position(
    size: int,
    empty: int,
    odd: bool,
    dice: random.Random,
    game: type[T3State] = T3State,
) -> T3State:
    """A position with `empty` empty cells, reached by random play; odds to move if `odd`.

    Nobody has won in it, and the side to move can't win at once. If the board has no more
    cells than `empty`, it is the empty board.
    """
    plies = size * size - empty
    if plies <= 0:
        return game(odd, [[0] * size] * size)
    while True:
        state = game(odd == (plies % 2 == 0), [[0] * size] * size)
        for cell in dice.sample(state.get_open_tiles(), plies):
            moves = dice.sample(state.get_moves(), len(state.get_moves()))
            children = (state.get_next_state(T3Action(*cell, move)) for move in moves)
            state = next((child for child in children if not child.is_win()), state)
        filled = len(state.get_open_tiles()) == empty
        if filled and not any(child.is_win() for _, child in state.get_transitions()):
            return state


def play(pairing: Pairing) -> tuple[Score, Score]:
    """Play a game; returns the scores in the order of its names."""
    scores = Score(), Score()
    with ALONE:
        random.seed(pairing.seed)  # for players from files
        players = [
            player(name, pairing.seed + turn, type(pairing.start))
            for turn, name in enumerate(pairing.names)
        ]
        loser = _play_to_the_end(pairing.start, players, scores)
    if loser is None:
        for score in scores:
            score.ties += 1
    else:
        scores[loser].losses += 1
        scores[1 - loser].wins += 1
    return scores


def _play_to_the_end(
    state: T3State, players: list[Player], scores: tuple[Score, Score]
) -> int | None:
    """Play a game, and count actions and faults; returns the loser, None for a tie."""
    turn = 0
    while not state.is_over():
        score = scores[turn]
        start = time.perf_counter()
        try:
            action = players[turn](state)
            score.seconds += time.perf_counter() - start
            child = state.get_next_state(action)
        except BaseException as error:  # a player may raise anything
            score.faults += 1
            score.first_fault = _in_words(error)
            return turn
        score.actions += 1
        _judge(state, child, score)
        state, turn = child, 1 - turn
    return turn if state.is_win() else None


def _in_words(error: BaseException) -> str:
    """An error, and the line of the player's code where it arose."""
    words = f"{type(error).__name__}: {error}"
    *_, last = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(last.filename).name}, line {last.lineno})"
    return printable(words if isinstance(error, IllegalActionError) else words + where)


def _judge(state: T3State, child: T3State, score: Score) -> None:
    """Count what the action from `state` to `child` misses."""
    before, after = [Evaluation(*Search(Clock()).evaluate(it)) for it in (state, child)]
    wasted = 1 + after.depth - before.depth
    if -after.utility < before.utility:
        score.thrown = 1
    elif wasted:
        score.wasted += wasted
    elif child != state.get_next_state(before.action):
        score.missed += 1
