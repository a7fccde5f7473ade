"""Advice and hindsight for people, in sentences."""

from collections.abc import Sequence

from t3_engine.clock import Clock
from t3_engine.position import Position, members
from t3_play.analysis import evaluate, first_losing
from t3_play.descriptions import (
    completed,
    gathered,
    in_words,
    listed,
    name_of,
    ordinal,
    thrown_away,
)
from t3_play.match import Match, whose
from t3_play.sums import LineSum, line_sums, threats
from t3_player import LOSS, TIE, WIN, Evaluation
from t3_state import TURNS, T3Action, T3State


def hint(state: T3State, best: Evaluation, longest: T3Action | None = None) -> str:
    """What the side to move had better do, and why, in a state that is not over.

    `best` is its value, and `longest` the action that holds out the longest if it is lost,
    where that is known.
    """
    action = best.action
    assert action is not None
    child = state.get_next_state(action)
    if child.is_win():
        return f"{action} wins at once: {completed(child)}."
    if not best.exact:
        advice = f"{action} looks best, but the time did not suffice to prove it."
    elif best.utility == LOSS and longest in (None, action):
        more = "" if longest is None else ", and nothing holds out longer"
        advice = f"Whatever you do loses: {action} {in_words(best)}{more}."
    elif best.utility == LOSS:
        advice = (
            f"{longest} holds out the longest. Whatever you do loses; the shortest way is "
            f"{action}, which {in_words(best)}."
        )
    elif best.utility == TIE:
        advice = f"{action} {in_words(best)}, and nothing does better."
    else:
        advice = f"{action} {_promise(best, child)}."
    return " ".join([*_danger(state), advice])


def _danger(state: T3State) -> list[str]:
    """What the other side threatens, and what stops it."""
    looming, safe = threats(state, not state.odd_turn), _safe(state)
    other = TURNS[not state.odd_turn]
    if not looming:
        return (
            [] if safe else [f"Whatever you place brings a line within reach of {other}."]
        )
    if len(looming) == 1:
        (line,) = looming
        text = (
            f"{other.title()} threaten {name_of(line.line)}: they need {line.needs} there"
        )
        that = "them"
    else:
        text = f"{other.title()} threaten {_named(looming)}"
        that = "both" if len(looming) == 2 else "all of that"
    if not safe:
        return [f"{text}, and you can't stop {that}."]
    stops = "stops" if len(safe) == 1 else "stop"
    return [f"{text}, and {gathered(safe, 3)} {stops} {that}."]


def _named(lines: Sequence[LineSum]) -> str:
    """The lines, and what each needs."""
    return listed([f"{name_of(it.line)} (with {it.needs})" for it in lines])


def _promise(best: Evaluation, child: T3State) -> str:
    """How an action wins that leads to `child`, and why."""
    other = TURNS[child.odd_turn]
    own = threats(child, not child.odd_turn)
    threat = f"it threatens {_named(own)}, and " if own else ""
    if _safe(child):
        soonest = f"wins, in {best.depth} plies at the soonest"
        return f"{soonest}: {threat}{other} can only put it off"
    if own:
        return f"{in_words(best)}: {threat}{other} can't stop that"
    return f"{in_words(best)}: whatever {other} place then brings a line within your reach"


def _safe(state: T3State) -> list[T3Action]:
    """The actions after which the other side can't win at once."""
    position = Position.of(state)
    return [position.mover.action(action) for action in members(position.safe)]


def hindsight(match: Match, resigned: bool, clock: Clock) -> list[str]:
    """What the loser of a match last did about it, and which action lost it, if any."""
    loser = match.state.odd_turn
    told = [] if resigned else last_chance(match.states, match.actions)
    end, start = [evaluate(it, clock) for it in (match.state, match.start)]
    mistake = first_losing(match.states, match.actions, loser, clock)
    if end.exact and end.utility != LOSS:
        return [*told, f"It was not lost: {end.action} {in_words(end)}."]
    if mistake:
        action = f"{whose(match)} {ordinal(1 + mistake.ply // 2)} action"
        return [*told, f"{action} {thrown_away(mistake.before)}."]
    if start.exact and start.utility == (LOSS if match.start.odd_turn == loser else WIN):
        beaten = f"{TURNS[loser]} had lost from the start, against perfect play."
        return [*told, f"But {beaten}" if told else beaten.capitalize()]
    return told


def last_chance(states: Sequence[T3State], actions: Sequence[T3Action]) -> list[str]:
    """What the loser's last action did about the line that then won the game.

    `states` are the first one and that after each of `actions`, of a game that was won.
    Nothing is said if the loser did nothing, or could have won.
    """
    if len(actions) < 2 or Position.of(states[-3]).can_win():
        return []
    before, after, end = states[-3:]
    line = next(end.winning_lines())
    was, became = line_sums(before)[line], line_sums(after)[line]
    winner, placed = TURNS[after.odd_turn], f"{TURNS[before.odd_turn]}' {actions[-2]}"
    if not was.is_threat_of(after.odd_turn):
        return [
            f"{placed.capitalize()} had brought {name_of(line)} from {was.has} to "
            f"{became.has}, and so within reach: {winner} needed {became.needs} there."
        ]
    needed = f"Before {placed} {name_of(line)} had {was.has} and needed {was.needs}"
    safe = _safe(before)
    if safe:
        return [f"{needed}: {gathered(safe, 3)} would have stopped that."]
    if len(threats(before, after.odd_turn)) > 1:
        return [f"{needed}, and it was not the only such line: they can't all be stopped."]
    return [f"{needed}, and what stops that opens another line."]
