"""What can be typed at the prompt: a move, or a command."""

import random
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from t3_play.advice import advice, grouped
from t3_play.analysis import Distances, prospects
from t3_play.console import puzzle
from t3_play.console.screen import LEGEND
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import rules
from t3_play.inputs import begun, legal_action, number_to
from t3_play.levels import LEVELS
from t3_play.match import LARGEST_SIZE, OTHER_SIDE, SEEDS, Match, example_number
from t3_play.review import Judgement, review, turning_point
from t3_player import LOSS, Clock
from t3_state import TURNS

OVER = "The game is over. Press Enter for another one."


class Command(NamedTuple):
    """A command."""

    purpose: str
    obey: Callable[[Sitting, str], None]
    """Takes the rest of the line; raises ValueError, which says what was wrong."""


def obey(sitting: Sitting, line: str) -> None:
    """Obey a line, or say what was wrong."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    try:
        if word[:1].isalpha():
            COMMANDS[begun(COMMANDS, word, "command")].obey(sitting, rest.strip())
        else:
            _place(sitting, line)
    except ValueError as error:
        sitting.screen.say(f"[!] {error}")


def _place(sitting: Sitting, line: str) -> None:
    """Play the action that a line describes."""
    if sitting.over:
        raise ValueError(OVER)
    sitting.match.add(legal_action(sitting.match.state, line))
    sitting.screen.changed(sitting.match)


def _help(sitting: Sitting, rest: str) -> None:
    sitting.screen.say(PLACING.format(number=example_number(sitting.match)))
    sitting.screen.say(COMMAND_LIST)
    sitting.screen.say("Any unambiguous abbreviation works: u for undo.")
    sitting.screen.say(LEGEND)
    sitting.screen.say(MOVES)


def _rules(sitting: Sitting, rest: str) -> None:
    sitting.screen.say(rules(sitting.match.start))


def _hint(sitting: Sitting, rest: str) -> None:
    """Say what to play. If the state is lost, the hint delays the loss, unlike T3Player.

    It then also says which move lost it.
    """
    match, state = sitting.match, sitting.match.state
    if sitting.over:
        raise ValueError(OVER)

    def search(clock: Clock) -> list[str]:
        distances = Distances(clock)
        best = distances.verdict(state)
        sentences = advice(state, best, distances)
        if best.utility == LOSS:
            judged = review(match, clock)
            ply = turning_point(match, judged)
            if ply is not None:
                again = f"Type undo {1 + ply} to try another move."
                sentences += [judgement(match, ply, judged), again]
        return sentences

    sitting.screen.say(" ".join(sitting.think(search)))


def judgement(match: Match, ply: int, judged: dict[int, Judgement]) -> str:
    """What the move at a ply gave away, in a sentence."""
    # By side, not by person: they may have changed sides since.
    move = f"{TURNS[match.states[ply].odd_turn].title()}' {match.actions[ply]}"
    if ply not in judged:
        return f"{move} could not be judged in time."
    link = " " if judged[ply].gave_away else ": "
    return f"{move}{link}{judged[ply].in_words()}."


def _why(sitting: Sitting, rest: str) -> None:
    """Say what each move leads to.

    After the match, shows the turning point, or if there is none the last turn but one, and
    says what each move led to there.
    """
    match, screen, ply = sitting.match, sitting.screen, len(sitting.match.actions)
    if sitting.over:
        ply = max(0, ply - 2) if sitting.turning is None else sitting.turning
    state = match.states[ply]
    choices = grouped(sitting.think(lambda clock: prospects(state, clock)))
    if not sitting.over:
        screen.say("\n".join(choices))
        return
    screen.changed(match.at(ply))
    mover = TURNS[state.odd_turn].title()
    screen.say(f"Before move {1 + ply}. {mover} then played {match.actions[ply]}.")
    screen.say("\n".join(choices))
    _back_from(sitting, screen.read("Press Enter to go back to the end > "))


def _review(sitting: Sitting, rest: str) -> None:
    """Step through the match, and say of each move what it gave away."""
    match, screen = sitting.match, sitting.screen
    judged = sitting.think(lambda clock: review(match, clock))
    every = len(match.actions)
    line: str | None = ""
    for ply in range(every):
        screen.changed(match.at(ply + 1))
        screen.say(f"Move {1 + ply} of {every}. {judgement(match, ply, judged)}")
        line = screen.read("Press Enter for the next move, or q to end > ")
        if line != "":
            break
    _back_from(sitting, line)


def _back_from(sitting: Sitting, line: str | None) -> None:
    """Show the match as it is, and obey what was typed at an earlier position."""
    sitting.screen.changed(sitting.match)
    if line and line.strip() not in ("", "q"):
        obey(sitting, line)


def _undo(sitting: Sitting, rest: str) -> None:
    """Go back to the person's last turn, or to before the move that is named."""
    match = sitting.match
    turn = match.last_turn()
    if match.actions and rest:
        turn = number_to(len(match.actions), rest) - 1
    if turn is None:
        raise ValueError("There is nothing to take back.")
    sitting.screen.say(f"Taken back: {', '.join(map(str, match.back_to(turn)))}")
    sitting.screen.changed(match)


def _level(sitting: Sitting, rest: str) -> None:
    """Change the computer's level."""
    match = sitting.match
    if match.play == "both":
        raise ValueError("Two people are playing, not the computer.")
    match.level = begun(LEVELS, rest, "level")
    sitting.screen.say(f"The level is {match.level} now.")
    sitting.foretell()


def _swap(sitting: Sitting, rest: str) -> None:
    """Change sides in this match, or in the next if it is over."""
    match = sitting.match
    if match.play not in OTHER_SIDE:
        raise ValueError("You can change sides only against the computer.")
    if sitting.over:
        sitting.another(match.start, OTHER_SIDE[match.play])
    else:
        match.play = OTHER_SIDE[match.play]
        sitting.screen.say(f"You are {match.play} now.")


def _new(sitting: Sitting, rest: str) -> None:
    """Begin another match, possibly on a board of another size: `6` or `6x6`."""
    start = sitting.match.start
    if rest:
        size, _, rows = re.sub(r"\s", "", rest.lower()).partition("x")
        if rows not in ("", size):
            raise ValueError("The board must be square.")
        cells = number_to(LARGEST_SIZE, size)
        start = type(start)(start.odd_turn, [[0] * cells] * cells)
    if sitting.may_leave():
        sitting.another(start, sitting.match.play)


def _puzzle(sitting: Sitting, rest: str) -> None:
    """Leave the game for puzzles, and come back to it."""
    kind = begun(puzzle.KINDS, rest or puzzle.DAILY, "puzzle")
    with suppress(KeyboardInterrupt):
        puzzle.solve(sitting.screen, kind, random.randrange(SEEDS))
    sitting.screen.begin(sitting.match)


def _quit(sitting: Sitting, rest: str) -> None:
    if sitting.may_leave():
        raise LeaveError


COMMANDS = {
    "help": Command("this list", _help),
    "rules": Command("the rules of the game", _rules),
    "hint": Command("what to play, and why", _hint),
    "why": Command("what each move leads to", _why),
    "undo": Command("take back: undo, undo MOVE", _undo),
    "review": Command("go through the game move by move", _review),
    "save": Command("save the game: save FILE", Sitting.save),
    "load": Command("open a game: load FILE", Sitting.load),
    "level": Command("set the level: level easy", _level),
    "swap": Command("change sides", _swap),
    "new": Command("another game: new, new SIZE", _new),
    "puzzle": Command("find the best move in a position", _puzzle),
    "quit": Command("leave the game", _quit),
}
"""The commands, by name."""

PLACING = """\
  0 1 {number}    column, row, number: 0 0 is the top left corner"""
"""How a move is typed."""

MOVES = (
    'Move 3 is the third number of the game. "Win in 3 of their moves" counts only the '
    "winner's, and holds however well the other side resists."
)
"""What a move is, and how the distance to a win counts."""

COMMAND_LIST = "\n".join(
    f"  {name:<8} {command.purpose}" for name, command in COMMANDS.items()
)
"""A line for each command."""
