"""What can be typed at the prompt: an action, or a command."""

import difflib
import random
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from t3_play.advice import advice
from t3_play.analysis import prospects
from t3_play.console import puzzle
from t3_play.console.letters import is_cell, lettered_action
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import listed, possible, rules
from t3_play.inputs import number_to, parse_action
from t3_play.levels import BY_STRENGTH, LEVELS, SEEDED, best_action
from t3_play.match import LARGEST_SIZE, OTHER_SIDE, SEEDS, example_number
from t3_player import Clock, T3Player
from t3_state import TURNS

OVER = "The game is over. For another one press Enter."


class Command(NamedTuple):
    """A command."""

    purpose: str
    obey: Callable[[Sitting, str], bool | None]
    """Takes the rest of the line. Returns True if the turn ends or starts afresh: an action
    was placed or taken back, sides or match changed, or the game was given up, or that was
    taken back."""
    takes: bool = False
    """Whether the command takes an argument."""
    afterwards: bool = True
    """Whether it works after the match."""


def obey(sitting: Sitting, line: str) -> bool:
    """Obey a line; returns whether that ends the turn, as Command.obey does."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    is_word = word[:1].isalpha() or word in OTHER_NAMES
    if not is_word or is_cell(word) or lettered_action(line):
        return _place(sitting, line)
    word = word.lower()
    word = OTHER_NAMES.get(word, word)
    named = [name for name in COMMANDS if name.startswith(word)]
    if len(named) != 1:
        close = named or difflib.get_close_matches(word, COMMANDS)
        question = f"did you mean {listed(close, 'or')}?" if close else "help lists them."
        return sitting.complain(f"{word[:20]!r} is no command: {question}")
    (name,) = named
    command = COMMANDS[name]
    if rest and not command.takes:
        return sitting.complain(f"Type {name} alone, without {rest[:20]!r}.")
    if sitting.over and not command.afterwards:
        return sitting.complain(OVER)
    return bool(command.obey(sitting, rest.strip()))


def _place(sitting: Sitting, line: str) -> bool:
    """Play the action that a line describes; returns whether that was possible."""
    state = sitting.match.state
    if sitting.over:
        return sitting.complain(OVER)
    try:
        action = lettered_action(line) or parse_action(line)
    except ValueError:
        cell, *more = line.split() or [""]
        if is_cell(cell):
            what = "Type a cell and one number" if more else "Add the number to place"
            return sitting.complain(f"{what}, such as {cell} {state.get_moves()[-1]}.")
        example = next(action for action, _ in state.get_transitions())
        return sitting.complain(
            f"Not three whole numbers. For example, for {example} type: "
            f"{example.col()} {example.row()} {example.move()} (or help, or quit)"
        )
    why = state.why_illegal(action)
    if why is not None:
        return sitting.complain(f"Not possible: {why} (possible: {possible(state, 6)})")
    sitting.match.add(action)
    sitting.screen.changed(sitting.match)
    return True


def _help(sitting: Sitting, rest: str) -> None:
    sitting.screen.say_items(COMMAND_LIST)
    sitting.screen.say(
        "The first letters are enough if no other command has them: u for undo. "
        "(h is help, n is quit.)"
    )
    sitting.screen.say(sitting.screen.legend(sitting.match))
    sitting.screen.say(PLACING.format(number=example_number(sitting.match)))


def _rules(sitting: Sitting, rest: str) -> None:
    sitting.screen.say(rules(sitting.match.start))


def _moves(sitting: Sitting, rest: str) -> None:
    sitting.screen.say(possible(sitting.match.state))


def _hint(sitting: Sitting, rest: str) -> None:
    """Say what to play. If the state is lost, the hint delays the loss, unlike T3Player."""
    state = sitting.match.state

    def search(clock: Clock) -> list[str]:
        best = T3Player().evaluate(state, clock)
        return advice(state, best_action(state, best, clock), best, clock)

    sitting.screen.say(" ".join(sitting.think(search)))


def _why(sitting: Sitting, rest: str) -> None:
    """Say what each action leads to.

    After a win or tie, says what each led to at the turning point, or if there is none, at
    the last turn but one.
    """
    match, ply = sitting.match, len(sitting.match.actions)
    if match.state.is_over():
        ply = sitting.turning.ply if sitting.turning else max(0, ply - 2)
        mover = TURNS[match.states[ply].odd_turn]
        sitting.screen.say(f"The choices of {mover} when they played {match.actions[ply]}:")
    state = match.states[ply]
    sitting.screen.values(state, sitting.think(lambda clock: prospects(state, clock)))


def _undo(sitting: Sitting, rest: str) -> bool:
    """Go back to the person's last turn, or to before the game was given up."""
    if sitting.resigned:
        sitting.resigned = False
        sitting.screen.say("You go on with the game.")
        return True
    taken = sitting.match.undo()
    if not taken:
        return sitting.complain("There is nothing to take back.")
    sitting.screen.say(f"Taken back: {', '.join(map(str, taken))}")
    sitting.screen.changed(sitting.match)
    return True


def _retry(sitting: Sitting, rest: str) -> bool:
    """Go back to just before the turning point, else to the person's last turn.

    If the game was given up without a turning point, only takes that back.
    """
    match = sitting.match
    if not sitting.over:
        return sitting.complain("The game is not over. To take a number back: undo.")
    won = sitting.result() == "you"
    if won or (sitting.result() == "ties" and not sitting.turning):
        return sitting.complain(
            "There is nothing to improve. For another game press Enter."
        )
    if sitting.resigned and not sitting.turning:
        return _undo(sitting, rest)
    turn = sitting.turning.ply if sitting.turning else match.last_turn()
    if turn is None:
        return sitting.complain("You have placed no number that you could take back.")
    sitting.resigned = False
    taken = match.back_to(turn)
    sitting.screen.say(f"Back to before {taken[0]}. That result does not count.")
    sitting.screen.changed(match)
    return True


def _history(sitting: Sitting, rest: str) -> None:
    match = sitting.match
    if not match.actions:
        sitting.screen.say("Nothing was played yet.")
        return
    sitting.screen.say_items(
        [
            f"{ply:>3}. {TURNS[state.odd_turn]:<5} {action}"
            for ply, (state, action) in enumerate(zip(match.states, match.actions), start=1)
        ]
    )


def _save(sitting: Sitting, rest: str) -> None:
    if rest:
        sitting.save(rest)
    else:
        sitting.complain("Type the name of a file too, such as: save game.txt")


def _level(sitting: Sitting, rest: str) -> None:
    """Say or change the machine's level."""
    match = sitting.match
    if match.play == "both":
        sitting.complain("Two people play, the machine does not.")
        return
    if rest:
        named = [name for name in LEVELS if name.startswith(rest.lower())]
        if len(named) != 1:
            sitting.complain(f"{rest[:20]!r} is no level: {listed(LEVELS, 'or')}.")
            return
        match.level = named[0]
    others = [f"level {name}" for name in BY_STRENGTH if name != match.level]
    seed = f" (seed {match.seed})" if match.level in SEEDED else ""
    sitting.screen.say(
        f"The machine is {match.level}{seed}. To change the level: {listed(others, 'or')}."
    )


def _swap(sitting: Sitting, rest: str) -> bool:
    """Change sides in this match, or in the next if it is over."""
    match = sitting.match
    if match.play not in OTHER_SIDE:
        return sitting.complain("You can change sides only against the machine.")
    if sitting.over:
        another(sitting)
        return True
    match.play = OTHER_SIDE[match.play]
    sitting.screen.say(f"You are {match.play} now.")
    return True


def another(sitting: Sitting) -> None:
    """Begin another match. A person who plays the machine changes sides."""
    play = sitting.match.play
    sitting.begin(sitting.match.start, OTHER_SIDE.get(play, play))


def _new(sitting: Sitting, rest: str) -> bool:
    """Begin another match, possibly on a board of another size."""
    match = sitting.match
    start = match.start
    if rest:
        try:
            size = number_to(LARGEST_SIZE, rest)
        except ValueError as error:
            return sitting.complain(f"For another board type its size: {error}.")
        start = type(start)(start.odd_turn, [[0] * size] * size)
    if not sitting.may_leave("Drop this game for a new one?"):
        return False
    sitting.begin(start, match.play)
    return True


def _puzzle(sitting: Sitting, rest: str) -> bool:
    """Leave the game for puzzles, and come back to it."""
    kinds = [kind for kind in puzzle.KINDS if kind.startswith(rest.lower() or "daily")]
    if len(kinds) != 1:
        return sitting.complain(
            f"Unknown puzzle {rest[:20]!r}: {listed(puzzle.KINDS, 'or')}."
        )
    with suppress(KeyboardInterrupt):
        puzzle.solve(sitting.screen, kinds[0], random.randrange(SEEDS))
    sitting.screen.begin(sitting.match)
    return True


def _resign(sitting: Sitting, rest: str) -> bool:
    sitting.resigned = True
    return True


def _quit(sitting: Sitting, rest: str) -> None:
    if sitting.may_leave():
        raise LeaveError


COMMANDS = {
    "help": Command("this list", _help),
    "rules": Command("how the game goes", _rules),
    "moves": Command("what you can place", _moves, afterwards=False),
    "hint": Command("what to do, and why", _hint, afterwards=False),
    "why": Command("what each number leads to", _why),
    "undo": Command("take your last number back", _undo),
    "retry": Command("back to the turning point", _retry),
    "history": Command("what was played so far", _history),
    "save": Command("keep the game: save FILE", _save, takes=True),
    "level": Command("set the level: level easy", _level, takes=True),
    "swap": Command("change sides", _swap),
    "new": Command("another game: new, new SIZE", _new, takes=True),
    "puzzle": Command("find the winning move", _puzzle, takes=True),
    "resign": Command("give the game up", _resign, afterwards=False),
    "quit": Command("leave the game", _quit),
}
"""The commands, by name."""

OTHER_NAMES = {"?": "help", "h": "help", "back": "undo", "exit": "quit", "n": "quit"}
"""Other words for commands. `n` means quit, not new: people type it for "no" when the
game asks whether to play another one."""

PLACING = """\
  1 1 {number}    column, row and number; columns and rows count from 0 at the top left
  b2 {number}     the same with a letter for the column; its rows count from 1"""
"""How an action is typed."""

COMMAND_LIST = [f"  {name:<8} {command.purpose}" for name, command in COMMANDS.items()]
"""A line for each command."""
