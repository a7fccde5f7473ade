"""What to play in a position, and why, in plain words."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.position import Position, members
from t3_play import sums
from t3_play.analysis import ForcedWins
from t3_play.descriptions import completed, gathered, in_words, listed, name_of
from t3_play.levels import stubborn
from t3_player import LOSS, TIE, WIN, Evaluation
from t3_state import TURNS, Cell, Line, T3Action, T3State


@dataclass(frozen=True)
class Threat:
    """A line that one placement makes a winning one."""

    odd: bool
    """Whether it is odds who can place it."""
    line: Line
    number: int
    """What the line needs."""
    holes: tuple[Cell, ...]
    """The cells (col, row) where it may be placed."""

    def __str__(self) -> str:
        cells = listed([f"({col},{row})" for col, row in self.holes], "or")
        return f"{name_of(self.line)} ({self.number} on {cells})"


def threats(state: T3State) -> list[Threat]:
    """The threats in a state, those of the side to move first; none if it is won."""
    if state.is_win():
        return []
    return [
        Threat(odd, it.line, it.needs, it.holes)
        for odd in (state.odd_turn, not state.odd_turn)
        for it in sums.threats(state, odd)
    ]


def safe_actions(state: T3State) -> list[T3Action]:
    """The actions that leave the opponent no win at once, where the mover has none."""
    position = Position.of(state)
    return [position.mover.action(action) for action in members(position.safe)]


def advice(state: T3State, best: Evaluation, clock: Clock) -> list[str]:
    """What to play in a state of this value, and why, in a few sentences.

    They say a little less if the clock stops the search for reasons.
    """
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    if state.is_win():
        return [f"The game is over: {opponent} have won, {completed(state)}."]
    if best.action is None:
        lack = "number to place" if state.get_open_tiles() else "empty cell"
        return [f"The game is over, a tie: {mover} have no {lack}."]
    child = state.get_next_state(best.action)
    if child.is_win():
        return [f"Play {best.action}: {mover} win at once, {completed(child)}."]
    if not best.exact:
        doubt = "looks best, but the time did not suffice to prove it."
        return [f"{best.action} {doubt}", *_block(state, best.action)]
    if best.utility == LOSS:
        trouble = pressure(state)
        return [
            f"{mover.title()} lose, whatever they do.",
            f"{trouble[0].upper()}{trouble[1:]}.",
            *_last_stand(state, best, clock),
        ]
    if best.utility == TIE:
        return [
            f"Play {best.action}: it ties, and nothing does better.",
            *_block(state, best.action),
        ]
    return [
        f"Play {best.action}: {mover} win whatever {opponent} do, "
        f"{_duration(child, best.depth, clock)}.",
        *_block(state, best.action),
        f"Then {pressure(child)}.",
    ]


def comparison(values: Sequence[Evaluation]) -> str:
    """How the best of the actions compares with the others; all of them, best first."""
    best = values[0]
    if len(values) == 1:
        return "There is no other action."
    words = [(WIN, "wins", "win"), (TIE, "ties", "tie"), (LOSS, "loses", "lose")]
    counts = Counter(value.utility for value in values)
    shares = [
        f"{counts[utility]} {one if counts[utility] == 1 else many}"
        for utility, one, many in words
        if counts[utility]
    ]
    text = f"Of the {len(values)} actions {listed(shares)}"
    if len(shares) == 1:
        text = f"All {shares[0].replace(' ', ' actions ')}"
    alike = sum(in_words(value) == in_words(best) for value in values)
    if alike == 1:
        return f"{text}; {best.action} alone {in_words(best)}."
    how = in_words(best).replace("s ", " ")
    return f"{text}; {best.action} comes first of the {alike} that {how}."


def pressure(state: T3State, name: Callable[[Threat], str] = str) -> str:
    """Why the side to move, which can't win at once, is lost; `name` names a threat."""
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    looming, safe = _looming(state), safe_actions(state)
    children = [child for _, child in state.get_transitions()]
    if looming:
        text = f"{opponent} threaten {listed([name(threat) for threat in looming])}"
        that = "that" if len(looming) == 1 else "both" if len(looming) == 2 else "all of it"
        if safe:
            share = f"{len(safe)} of the {len(children)} actions of {mover}"
            return f"{text}; {share} answer {that}, but only put it off"
        threatened = {threat.line for threat in looming}
        opened = [{threat.line for threat in _own(child)} for child in children]
        if any(map(threatened.isdisjoint, opened)):
            return f"{text}, and whatever answers {that} opens another line"
        return f"{text}, and nothing answers {that}"
    if not safe:
        return f"whatever {mover} place brings a line within reach of {opponent}"
    given = len(children) - len(safe)
    if not given:
        return f"no action of {mover} loses at once, but each does in the end"
    share = f"{given} of the {len(children)} actions of {mover}"
    return f"{share} let {opponent} complete a line at once, the others only put it off"


def lost_side(state: T3State, best: Evaluation) -> T3State | None:
    """Where the side to move is proven to be lost: here or after the best action.

    None if that is not so, or the game ends there.
    """
    if best.action is None or not best.exact:
        return None
    if best.utility == LOSS:
        return state
    return (
        state.get_next_state(best.action)
        if best.utility == WIN and best.depth > 1
        else None
    )


class Answer(NamedTuple):
    """What refutes an action of a lost side that does not lose at once."""

    to: T3Action
    action: T3Action
    then: str
    """Why it does."""


def answers(state: T3State, clock: Clock) -> list[Answer]:
    """What refutes the actions of a lost side to move, each as fast as can be forced.

    Those that lose at once are left out, and those that the time does not suffice for.
    """
    forced, found = ForcedWins(clock), []
    with suppress(OutOfTimeError):
        for to in safe_actions(state):
            after = state.get_next_state(to)
            action = _fastest(after, forced)
            then = pressure(after.get_next_state(action), lambda it: name_of(it.line))
            found.append(Answer(to, action, then))
    return found


def _fastest(state: T3State, forced: ForcedWins) -> T3Action:
    """The action that wins a won game soonest, whatever the opponent does."""
    position = Position.of(state)
    plies = 3
    while not forced.mover_wins(position, plies):
        plies += 2
    return next(
        position.mover.action(action)
        for action in members(position.safe)
        if forced.mover_loses(position.after(action), plies - 1)
    )


def _resistance(state: T3State, clock: Clock) -> int | None:
    """The plies that a lost side to move can hold out; None if time does not suffice."""
    forced, position = ForcedWins(clock), Position.of(state)
    plies = 2
    with suppress(OutOfTimeError):
        while not forced.mover_loses(position, plies):
            plies += 2
        return plies
    return None


def _duration(child: T3State, depth: int, clock: Clock) -> str:
    """How long it takes to win, by an action that leads to `child`."""
    longest, loser = _resistance(child, clock), TURNS[child.odd_turn]
    if longest is not None and longest + 1 == depth:
        return f"in {depth} plies"
    latest = f", and in {longest + 1} at the latest if they don't" if longest else ""
    return f"in {depth} plies if {loser} keep it short too{latest}"


def _last_stand(state: T3State, best: Evaluation, clock: Clock) -> list[str]:
    """How to lose."""
    rule = "A shorter loss counts as better"
    text = f"{rule}, so the best is {best.action}: it {in_words(best)}."
    longest = _resistance(state, clock)
    choice = stubborn(state, 0, clock)
    if longest is None or not choice.proven:
        return [text]
    if longest == best.depth:
        return [text, "Nothing holds out longer."]
    if choice.action == best.action:
        return [text, f"It can also hold out for {longest} plies."]
    return [text, f"To hold out for {longest} plies, play {choice.action}."]


def _block(state: T3State, action: T3Action) -> list[str]:
    """What an action averts, if there is something."""
    looming, safe = _looming(state), safe_actions(state)
    if not Position.of(state).has_live_line():
        return [f"No line can sum to {state.WIN_TARGET}."]
    if not looming or action not in safe:
        return []
    answer = "the only answer" if len(safe) == 1 else f"one of the {len(safe)} answers"
    opponent = TURNS[not state.odd_turn].title()
    return [f"{opponent} threaten {listed(looming)}; {action} is {answer} to that."]


def threat_report(state: T3State) -> list[str]:
    """The threats in a state that is not over, and what answers them."""
    mover, opponent = TURNS[state.odd_turn].title(), TURNS[not state.odd_turn]
    own, looming = _own(state), _looming(state)
    report = [f"{mover} can complete {threat}." for threat in own]
    report += [f"{opponent.title()} threaten to complete {threat}." for threat in looming]
    if own:
        first = f"{mover} need not answer: they win first."
        return [*report, first] if looming else report
    safe, every = safe_actions(state), len(list(state.get_transitions()))
    if looming and safe:
        return [
            *report,
            f"Only {gathered(safe)} {'answers' if len(safe) == 1 else 'answer'} that.",
        ]
    if looming:
        return [*report, f"{mover} can't answer that."]
    given = f"{every - len(safe)} of the {every} actions" if safe else "Every action"
    then = [f"{given} would let {opponent} complete one."] if len(safe) < every else []
    return ["Nobody can complete a line at once.", *then]


def _own(state: T3State) -> list[Threat]:
    """The threats of the side to move."""
    return [threat for threat in threats(state) if threat.odd == state.odd_turn]


def _looming(state: T3State) -> list[Threat]:
    """The threats of the other side."""
    return [threat for threat in threats(state) if threat.odd != state.odd_turn]
