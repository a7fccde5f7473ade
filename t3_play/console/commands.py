"""What can be typed at the prompt: an action, or a command."""

import difflib
from collections.abc import Callable
from typing import NamedTuple

from t3_engine.clock import Clock
from t3_play.analysis import best_play, evaluate, evaluate_actions, first_losing
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import listed, ordinal, possible, rules
from t3_play.hints import hint
from t3_play.inputs import number_to, parse_action
from t3_play.levels import LEVELS, stubborn
from t3_play.match import LARGEST_SIZE, OTHER_SIDE
from t3_player import LOSS, Evaluation
from t3_state import TURNS, T3Action, T3State


class Command(NamedTuple):
    """Something that can be typed beside an action."""

    purpose: str
    obey: Callable[[Sitting, str], bool | None]
    """Does it, with what was typed after it; whether the match has changed."""
    takes: bool = False
    """Whether something may be typed after it."""
    afterwards: bool = True
    """Whether it has a meaning when the match is over."""


def obey(sitting: Sitting, line: str) -> bool:
    """Do what a line says; whether the match has changed."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    if not (word[:1].isalpha() or word in OTHER_NAMES):
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
        return sitting.complain(f"Nothing comes after {name!r}, such as {rest[:20]!r}.")
    if sitting.over and not command.afterwards:
        return sitting.complain("The game is over. To play another one, type y.")
    return bool(command.obey(sitting, rest.strip()))


def _place(sitting: Sitting, line: str) -> bool:
    """Play the action that a line describes; whether the match has changed."""
    state = sitting.match.state
    if sitting.over:
        return sitting.complain("The game is over. Type y for another one, n for none.")
    try:
        action = parse_action(line)
    except ValueError:
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
    sitting.screen.say(PLACING)
    sitting.screen.say_items(COMMAND_LIST)
    sitting.screen.say("The beginning of a command will do, such as u for undo.")
    sitting.screen.say(sitting.screen.legend)


def _rules(sitting: Sitting, rest: str) -> None:
    sitting.screen.say(rules(sitting.match.start))


def _moves(sitting: Sitting, rest: str) -> None:
    sitting.screen.say(possible(sitting.match.state))


def _hint(sitting: Sitting, rest: str) -> None:
    """Tell the best action, and in a lost state the one that holds out the longest."""
    state, seed = sitting.match.state, sitting.match.seed

    def search(clock: Clock) -> tuple[Evaluation, T3Action | None]:
        best = evaluate(state, clock)
        if not (best.exact and best.utility == LOSS):
            return best, None
        longest = stubborn(state, seed, clock)
        return best, longest.action if longest.proven else None

    sitting.screen.say(hint(state, *sitting.think(search)))


def _why(sitting: Sitting, rest: str) -> None:
    """Tell what every action leads to, and the best play; afterwards, where it was lost."""
    match, ply = sitting.match, len(sitting.match.actions)
    if match.state.is_over():
        ply = sitting.think(lambda clock: _decisive(sitting, clock))
        mover = TURNS[match.states[ply].odd_turn]
        sitting.screen.say(
            f"What {mover} could do in place of their {ordinal(1 + ply // 2)} action, "
            f"{match.actions[ply]}:"
        )
    state = match.states[ply]
    values = sitting.think(lambda clock: evaluate_actions(state, clock))
    sitting.screen.values(state, values)
    if values[0].exact:
        line = sitting.think(lambda clock: best_play(state, clock))
        sitting.screen.say(f"best play: {_line_of(state, line)}")


def _decisive(sitting: Sitting, clock: Clock) -> int:
    """The ply at which the game was lost, else the last one of the side that lost."""
    match = sitting.match
    mistake = first_losing(match.states, match.actions, match.state.odd_turn, clock)
    return mistake.ply if mistake else max(0, len(match.actions) - 2)


def _line_of(state: T3State, line: list[T3Action]) -> str:
    """Actions played from a state on, and whether they end the game."""
    for action in line:
        state = state.get_next_state(action)
    more = [] if state.is_over() else ["and so on"]
    return ", ".join([*map(str, line), *more])


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
    """Tell or change how well the machine plays."""
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
    others = [f"level {name}" for name in LEVELS if name != match.level]
    sitting.screen.say(
        f"The machine is {match.level}; to change that: {listed(others, 'or')}."
    )


def _swap(sitting: Sitting, rest: str) -> bool:
    """Change sides: in this match, or if it is over in the next."""
    match = sitting.match
    if match.play not in OTHER_SIDE:
        return sitting.complain(
            "There are no sides to change: no person meets the machine."
        )
    if sitting.over:
        another(sitting)
        return True
    match.play = OTHER_SIDE[match.play]
    sitting.screen.say(f"You are {match.play} now.")
    return True


def another(sitting: Sitting) -> None:
    """Begin another match, where a person who meets the machine changes sides."""
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
    unfinished = match.actions and not sitting.over
    if unfinished and not sitting.confirm("Leave this game for a new one?"):
        return False
    sitting.begin(start, match.play)
    return True


def _resign(sitting: Sitting, rest: str) -> bool:
    sitting.resigned = True
    return True


def _quit(sitting: Sitting, rest: str) -> None:
    sitting.offer_to_save()
    raise LeaveError


COMMANDS = {
    "help": Command("this list", _help),
    "rules": Command("how the game goes", _rules),
    "moves": Command("what you can place", _moves, afterwards=False),
    "hint": Command("what to do, and why", _hint, afterwards=False),
    "why": Command("what every action leads to", _why),
    "undo": Command("take your last action back", _undo),
    "history": Command("what was played so far", _history),
    "save": Command("keep the game: save FILE", _save, takes=True),
    "level": Command("another machine: level easy", _level, takes=True),
    "swap": Command("change sides", _swap),
    "new": Command("another game: new, or new 4", _new, takes=True),
    "resign": Command("give the game up", _resign, afterwards=False),
    "quit": Command("leave the game", _quit),
}
"""What can be typed beside an action, by its name or the beginning of it."""

OTHER_NAMES = {"?": "help", "h": "help", "back": "undo", "exit": "quit"}
"""What people also type for a command."""

PLACING = "  1 1 5    place 5 in column 1, row 1; both count from 0 at the top left"
"""How an action is typed."""

COMMAND_LIST = [f"  {name:<8} {command.purpose}" for name, command in COMMANDS.items()]
"""A line for each command."""
