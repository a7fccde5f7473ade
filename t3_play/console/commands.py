"""What can be typed at the prompt: a move, or a command."""

import difflib
import random
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from t3_play.advice import advice, danger, grouped
from t3_play.analysis import Distances, prospects
from t3_play.console import puzzle
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import listed, possible, rules
from t3_play.inputs import number_to, parse_action
from t3_play.levels import LEVELS, SEEDED
from t3_play.match import LARGEST_SIZE, OTHER_SIDE, SEEDS, Match, example_number
from t3_play.review import Judgement, review, turning_point
from t3_player import LOSS, Clock
from t3_state import TURNS

OVER = "The game is over. For another one press Enter."


class Command(NamedTuple):
    """A command."""

    purpose: str
    obey: Callable[[Sitting, str], bool | None]
    """Takes the rest of the line. Returns True if the turn ends or starts afresh: a move
    was placed or taken back, sides or match changed, or the game was given up, or that was
    taken back."""
    takes: bool = False
    """Whether the command takes an argument."""
    afterwards: bool = True
    """Whether it works after the match."""


def obey(sitting: Sitting, line: str) -> bool:
    """Obey a line; returns whether that ends the turn, as Command.obey does."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    if not word[:1].isalpha() and word not in OTHER_NAMES:
        return _place(sitting, line)
    word = word.lower()
    if re.fullmatch("[a-z][0-9]+", word):
        return sitting.complain("Type column, row and number, such as 0 1 5; no letters.")
    word = OTHER_NAMES.get(word, word)
    named = [name for name in COMMANDS if name.startswith(word)]
    if len(named) != 1:
        close = named or difflib.get_close_matches(word, COMMANDS)
        question = f"did you mean {listed(close, 'or')}?" if close else "help lists them."
        return sitting.complain(f"Unknown command {word[:20]!r}: {question}")
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
        action = parse_action(line)
    except ValueError:
        example = next(action for action, _ in state.get_transitions())
        return sitting.complain(
            "Type three whole numbers: column, row and number. For example, for "
            f"{example} type {example.col()} {example.row()} {example.move()}."
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
        "(h is help.)"
    )
    sitting.screen.say(sitting.screen.legend(sitting.match))
    sitting.screen.say(PLACING.format(number=example_number(sitting.match)))
    sitting.screen.say("Wins in 3 moves: in three of the winner's own moves.")


def _rules(sitting: Sitting, rest: str) -> None:
    sitting.screen.say(rules(sitting.match.start))


def _hint(sitting: Sitting, rest: str) -> None:
    """Say what to play. If the state is lost, the hint delays the loss, unlike T3Player.

    It then also says which move lost it.
    """
    match, state = sitting.match, sitting.match.state

    def search(clock: Clock) -> list[str]:
        try:
            best = Distances(clock).best_prospect(state)
        except TimeoutError:
            return [*danger(state), "The time was too short to find the best move."]
        assert best is not None
        said = advice(state, best.action, best.utility, clock)
        if best.utility == LOSS:
            judged = review(match, clock)
            ply = turning_point(match, state.odd_turn, judged)
            if ply is not None:
                said += [judgement(match, ply, judged), back_to(match, ply)]
        return said

    sitting.screen.say(" ".join(sitting.think(search)))


def judgement(match: Match, ply: int, judged: dict[int, Judgement]) -> str:
    """What the move at a ply gave away, in a sentence."""
    words = judged[ply].in_words() if ply in judged else "not proven"
    # By side, not by person: they may have changed sides since.
    mover = TURNS[match.states[ply].odd_turn].title()
    return f"{mover}: {match.actions[ply]} {words}."


def back_to(match: Match, ply: int) -> str:
    """How to go back to a person's turn."""
    times = sum(ply <= turn < len(match.actions) for turn in match.turns())
    return f"Type undo {'once' if times == 1 else f'{times} times'} to go back there."


def _why(sitting: Sitting, rest: str) -> None:
    """Say what each move leads to.

    After a win or tie, says what each led to at the turning point, or if there is none, at
    the last turn but one.
    """
    match, ply = sitting.match, len(sitting.match.actions)
    if match.state.is_over():
        ply = max(0, ply - 2) if sitting.turning is None else sitting.turning
        mover = TURNS[match.states[ply].odd_turn]
        sitting.screen.say(f"The choices of {mover} when they played {match.actions[ply]}:")
    state = match.states[ply]
    found = sitting.think(lambda clock: prospects(state, clock))
    sitting.screen.say("\n".join(grouped(found)))


def _review(sitting: Sitting, rest: str) -> None:
    """Step through the match, and say of each move what it gave away."""
    match, screen = sitting.match, sitting.screen
    judged = sitting.think(lambda clock: review(match, clock))
    ply, line = 0, None if not match.actions else ""
    while ply < len(match.actions) and line is not None and line != "q":
        screen.changed(match.at(ply + 1))
        screen.say(f"{1 + ply} of {len(match.actions)}. {judgement(match, ply, judged)}")
        if screen.interactive:
            line = screen.read("Enter for the next move, b for back, q to end > ")
            line = None if line is None else line.strip().lower()
        if line in ("", "b"):
            ply = max(0, ply - 1) if line == "b" else ply + 1
        elif line not in (None, "q"):
            sitting.complain("Press Enter, or type b or q.")
    screen.changed(match)


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
    """Go back to just before the turning point."""
    match, turn = sitting.match, sitting.turning
    if not sitting.over:
        return sitting.complain("The game is not over. To take a move back: undo.")
    if turn is None or sitting.result() == "you":
        return sitting.complain("There is no move that you should have made instead.")
    sitting.resigned = False
    taken = match.back_to(turn)
    sitting.screen.say(f"Back to before {taken[0]}. That result does not count.")
    sitting.screen.changed(match)
    return True


def _history(sitting: Sitting, rest: str) -> None:
    match = sitting.match
    if not match.actions:
        sitting.screen.say("No moves yet.")
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


def _load(sitting: Sitting, rest: str) -> bool:
    if rest:
        return sitting.load(rest)
    return sitting.complain("Type the name of a file too, such as: load game.txt")


def _level(sitting: Sitting, rest: str) -> None:
    """Say or change the computer's level."""
    match = sitting.match
    if match.play == "both":
        sitting.complain("Two people play, the computer does not.")
        return
    if rest:
        named = [name for name in LEVELS if name.startswith(rest.lower())]
        if len(named) != 1:
            sitting.complain(f"Unknown level {rest[:20]!r}: {listed(LEVELS, 'or')}.")
            return
        match.level = named[0]
    others = [f"level {name}" for name in LEVELS if name != match.level]
    seed = f" (seed {match.seed})" if match.level in SEEDED else ""
    sitting.screen.say(
        f"The computer is {match.level}{seed}. To change the level: {listed(others, 'or')}."
    )
    sitting.foretell()


def _swap(sitting: Sitting, rest: str) -> bool:
    """Change sides in this match, or in the next if it is over."""
    match = sitting.match
    if match.play not in OTHER_SIDE:
        return sitting.complain("You can change sides only against the computer.")
    if sitting.over:
        another(sitting)
        return True
    match.play = OTHER_SIDE[match.play]
    sitting.screen.say(f"You are {match.play} now.")
    return True


def another(sitting: Sitting) -> None:
    """Begin another match. A person who plays the computer changes sides."""
    play = sitting.match.play
    sitting.another(sitting.match.start, OTHER_SIDE.get(play, play))


def _new(sitting: Sitting, rest: str) -> bool:
    """Begin another match, possibly on a board of another size: `6` or `6x6`."""
    match = sitting.match
    start = match.start
    if rest:
        size, _, rows = re.sub(r"\s", "", rest.lower()).partition("x")
        try:
            if rows not in ("", size):
                raise ValueError("a board has as many rows as columns")
            cells = number_to(LARGEST_SIZE, size)
        except ValueError as error:
            return sitting.complain(f"For another board type its size: {error}.")
        start = type(start)(start.odd_turn, [[0] * cells] * cells)
    if not sitting.may_leave("Abandon this game for a new one?"):
        return False
    sitting.another(start, match.play)
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
    "hint": Command("what to do, and why", _hint, afterwards=False),
    "why": Command("what each move leads to", _why),
    "undo": Command("take your last move back", _undo),
    "retry": Command("back to the turning point", _retry),
    "history": Command("the moves so far", _history),
    "review": Command("what each move gave away", _review),
    "save": Command("keep the game: save FILE", _save, takes=True),
    "load": Command("open a game: load FILE", _load, takes=True),
    "level": Command("set the level: level easy", _level, takes=True),
    "swap": Command("change sides", _swap),
    "new": Command("another game: new, new SIZE", _new, takes=True),
    "puzzle": Command("find the winning move", _puzzle, takes=True),
    "resign": Command("give the game up", _resign, afterwards=False),
    "quit": Command("leave the game", _quit),
}
"""The commands, by name."""

OTHER_NAMES = {"?": "help", "h": "help", "back": "undo", "exit": "quit"}
"""Other words for commands."""

PLACING = """\
  0 1 {number}    column, row and number; both count from 0 at the top left"""
"""How a move is typed."""

COMMAND_LIST = [f"  {name:<8} {command.purpose}" for name, command in COMMANDS.items()]
"""A line for each command."""
