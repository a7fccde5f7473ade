"""Turns, what follows a match, and Ctrl-C."""

from contextlib import suppress

from t3_play.console.commands import another, obey
from t3_play.console.hindsight import hindsight, turning_point
from t3_play.console.screen import Screen
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import listed
from t3_play.inputs import parse_action
from t3_play.levels import BY_STRENGTH, LEVELS
from t3_play.match import OTHER_SIDE, Match
from t3_player import Clock
from t3_state import TURNS

HINDSIGHT = 5
"""Seconds for finding where a match was lost."""


def play(
    match: Match, screen: Screen, time_limit: float, level_is_open: bool = False
) -> None:
    """Play the match, and more as long as the person wants.

    If no level was chosen, a person who plays the machine is asked for one.
    """
    sitting = Sitting(match, screen, time_limit)
    try:
        opening = ""
        if level_is_open and screen.interactive and match.play in OTHER_SIDE:
            opening = choose_level(sitting)
        screen.begin(match)
        if opening:
            obey(sitting, opening)
        while True:
            play_on(sitting)
            finish(sitting)
            played = sitting.match.actions or sitting.resigned
            if not (screen.interactive and played):
                return
            offer_another(sitting)
            while sitting.over:
                answer(sitting)
    except LeaveError:
        screen.say("Goodbye!")


def choose_level(sitting: Sitting) -> str:
    """Ask for the machine's level; raises LeaveError if the person leaves.

    Whoever types an action plays it at the default level: it is returned.
    """
    match = sitting.match
    *others, last = BY_STRENGTH
    question = f"Play against {', '.join(others)} or {last} (never errs)?"
    named: list[str] = []
    while not named:
        line = sitting.screen.read(f"{question} Enter for {BY_STRENGTH[0]} > ")
        word = "quit" if line is None else line.strip().lower()
        if word and "quit".startswith(word):
            raise LeaveError
        if match.is_persons(match.state) and is_action(word):
            match.level = BY_STRENGTH[0]
            return word
        named = [level for level in BY_STRENGTH if level.startswith(word)]
        if not named:
            sitting.complain(f"{word[:20]!r} is no level: {listed(BY_STRENGTH, 'or')}.")
    match.level = named[0]
    return ""


def is_action(line: str) -> bool:
    """Whether a line reads as an action, legal or not."""
    with suppress(ValueError):
        parse_action(line)
        return True
    return False


def play_on(sitting: Sitting) -> None:
    """Play turns until the match is over."""
    while not sitting.over:
        try:
            sitting.screen.announce(sitting.match)
            if sitting.match.is_persons(sitting.match.state):
                persons_turn(sitting)
            else:
                machines_turn(sitting)
        except KeyboardInterrupt:
            interrupted(sitting)


def persons_turn(sitting: Sitting) -> None:
    """Obey what the person types until that ends the turn."""
    changed = False
    while not changed:
        line = sitting.screen.ask(sitting.match)
        if line is not None:
            changed = obey(sitting, line)
        elif sitting.may_leave():
            raise LeaveError


def machines_turn(sitting: Sitting) -> None:
    """Let the machine play."""
    match = sitting.match
    level = LEVELS[match.level]
    choice = sitting.think(lambda clock: level(match.state, match.seed, clock))
    sitting.screen.played(match, choice.action, choice.proven)
    match.add(choice.action)
    sitting.screen.changed(match)


def interrupted(sitting: Sitting) -> None:
    """Answer Ctrl-C: offer to go on with the match, or to save it.

    Raises KeyboardInterrupt if the person leaves, LeaveError if by `quit`.
    """
    if not (sitting.screen.interactive and sitting.match.actions):
        raise KeyboardInterrupt
    sitting.screen.say("")
    if sitting.may_leave():
        raise KeyboardInterrupt


def finish(sitting: Sitting) -> None:
    """Show how the match ended; at a terminal, also why, and the score."""
    match, screen = sitting.match, sitting.screen
    screen.end(match, sitting.resigned)
    if not (screen.interactive and (match.actions or sitting.resigned)):
        return
    loser = match.state.odd_turn
    if sitting.result() == "ties" and match.play in OTHER_SIDE:
        loser = match.play == TURNS[True]  # the person may have missed a win
    sitting.turning = screen.think(
        lambda clock: turning_point(match, loser, clock), Clock(HINDSIGHT)
    )
    for sentence in hindsight(match, sitting.resigned, sitting.turning):
        screen.say(sentence)
    sitting.tell_score()


def offer_another(sitting: Sitting) -> None:
    """Say what else the person can type."""
    match, offers = sitting.match, ["why", "undo", "history", "save"]
    if sitting.result() != "you":
        lost = not sitting.resigned and sitting.result() != "ties"
        if sitting.turning:
            offers = ["retry (back to where it turned)", *offers]
        elif lost and match.last_turn() is not None:
            offers = ["retry (back to your last number)", *offers]
        if match.play in OTHER_SIDE and match.level in BY_STRENGTH[1:]:
            weaker = BY_STRENGTH[BY_STRENGTH.index(match.level) - 1]
            offers = [f"level {weaker} (weaker)", *offers]
    sitting.screen.say(f"You can also type {listed(offers, 'or')}.")


def answer(sitting: Sitting) -> None:
    """Offer another match. The answer may also be a command."""
    play = sitting.match.play
    question = "Play again?"
    if play in OTHER_SIDE:
        level = sitting.next_level()
        question = f"Play again as {OTHER_SIDE[play]}, level {level}?"
    line = sitting.screen.read(f"{question} Enter for yes, or quit > ")
    if line is None or line.strip().lower() in ("n", "no"):
        raise LeaveError
    if line.strip().lower() in ("", "y", "yes"):
        another(sitting)
    else:
        obey(sitting, line)
