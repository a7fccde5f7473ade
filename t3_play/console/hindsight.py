"""What decided a game that is over."""

from typing import NamedTuple

from t3_engine.position import Position
from t3_play.advice import safe_actions, unstoppable
from t3_play.descriptions import gathered, name_of, ordinal
from t3_play.levels import best_action
from t3_play.match import OTHER_SIDE, Match, who
from t3_play.sums import line_sums, threats
from t3_player import LOSS, TIE, WIN, Clock, T3Player
from t3_state import TURNS, T3Action

TOLD = {WIN: "would have won", TIE: "would have tied"}
"""What the best action would have done."""


class TurningPoint(NamedTuple):
    """The last action by which a side lost its win or tie."""

    ply: int
    """Its index in the game, from 0."""
    utility: int
    """The utility before it, for that side."""
    better: T3Action
    """An action that keeps that utility."""


def turning_point(match: Match, odd: bool, clock: Clock) -> TurningPoint | None:
    """The last action by which odds (if `odd`) or evens lost their win or tie.

    None if there is no such action, or time runs out.
    """
    for ply in reversed(range(len(match.actions))):
        if match.states[ply].odd_turn == odd:
            before, after = [
                T3Player().evaluate(it, clock) for it in match.states[ply : ply + 2]
            ]
            if not (before.exact and after.exact):
                return None
            if -after.utility < before.utility:
                better = best_action(match.states[ply], before, clock)
                return TurningPoint(ply, before.utility, better)
    return None


def hindsight(match: Match, resigned: bool, turning: TurningPoint | None) -> list[str]:
    """Why the loser lost the match, in sentences.

    Mentions best play only if no easy or medium machine plays.
    """
    perfect = match.play == "both" or match.level in ("perfect", "course")
    told = [] if resigned else last_chance(match)
    if resigned:
        end = T3Player(1).evaluate(match.state)
        if end.exact and end.utility != LOSS:
            best = f": {end.action} {TOLD[end.utility]}" if perfect else ""
            return [f"The game was not lost yet{best}."]
    if turning:
        where = f"The turning point was {_whose(match, turning.ply)}"
        better = TOLD[turning.utility] if perfect else "was better"
        if match.states[turning.ply].get_next_state(turning.better).is_win():
            better = "would have won at once"
        return [*told, f"{where}: {turning.better} {better}."]
    if match.state.is_tie():
        return []
    loser = TURNS[match.state.odd_turn]
    start = T3Player(1).evaluate(match.start)
    lost = LOSS if match.start.odd_turn == match.state.odd_turn else WIN
    if perfect and start.exact and start.utility == lost:
        but = "But against" if told else "Against"
        return [*told, f"{but} perfect play {loser} could only lose, from the start."]
    return told


def _whose(match: Match, ply: int) -> str:
    """An action in words, such as `your 2nd number, (0,1) = 6`."""
    if match.play in ("both", "none"):
        played = [state.odd_turn for state in match.states]
    else:
        played = match.by_person
    own = played[: ply + 1].count(played[ply])
    return f"{_owner(match, ply)} {ordinal(own)} number, {match.actions[ply]}"


def _owner(match: Match, ply: int) -> str:
    """Who played at a ply, also if sides were swapped later."""
    if match.play in ("both", "none"):
        return f"{TURNS[match.states[ply].odd_turn]}'"
    return "your" if match.by_person[ply] else "the machine's"


def last_chance(match: Match) -> list[str]:
    """What the loser's last action did about the line that then won.

    Empty if the loser never played, or could have won, or if the winner played it before
    sides were swapped.
    """
    states, actions = match.states, match.actions
    if len(actions) < 2 or not match.state.is_win() or Position.of(states[-3]).can_win():
        return []
    if match.play in OTHER_SIDE and match.by_person[-2] == match.by_person[-1]:
        return []
    before, after, end = states[-3:]
    line = next(end.winning_lines())
    was, became = line_sums(before)[line], line_sums(after)[line]
    winner = who(match, after.odd_turn).lower()
    placed = f"{_owner(match, len(actions) - 2)} {actions[-2]}"
    if not was.is_threat_of(after.odd_turn):
        return [
            f"{placed.capitalize()} had brought {name_of(line)} from {was.has} to "
            f"{became.has}, and so within reach: {winner} needed {became.needs} there."
        ]
    needed = f"Before {placed}, {name_of(line)} had {was.has} and needed {was.needs}"
    safe = safe_actions(before)
    if safe:
        return [f"{needed}: {gathered(safe, 3)} would have stopped that."]
    looming = threats(before, after.odd_turn)
    several = f", one of {len(looming)} threats" if len(looming) > 1 else ""
    return [f"{needed}{several}: {unstoppable(before, looming)}."]
