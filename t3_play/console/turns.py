"""Turns, what follows a match, and Ctrl-C."""

from t3_play.analysis import prospects
from t3_play.console.commands import another, judgement, obey
from t3_play.console.screen import Screen
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import listed
from t3_play.levels import LEVELS, OPPONENTS
from t3_play.match import OTHER_SIDE, Match
from t3_play.review import review, turning_point
from t3_player import TIE, WIN
from t3_state import TURNS

HINDSIGHT = 5
"""Seconds for finding where a match was lost."""


def play(
    match: Match, screen: Screen, time_limit: float, level_is_open: bool = False
) -> None:
    """Play the match, and more as long as the person wants.

    If no level was chosen, a person who plays the computer is asked for one.
    """
    sitting = Sitting(match, screen, time_limit)
    try:
        opening = ""
        if level_is_open and screen.interactive and match.play in OTHER_SIDE:
            opening = choose_level(sitting)
        screen.begin(match)
        sitting.foretell()
        if opening:
            obey(sitting, opening)
        while True:
            play_on(sitting)
            finish(sitting)
            played = sitting.match.actions or sitting.resigned
            if not (screen.interactive and played):
                return
            offer_another(sitting)
            while not answered(sitting):
                pass
    except LeaveError:
        if screen.interactive:
            sitting.tell_score()
        screen.say("Goodbye!")


def choose_level(sitting: Sitting) -> str:
    """Ask for the computer's level; raises LeaveError if the person leaves.

    Whoever types a move plays it at the default level: it is returned.
    """
    match = sitting.match
    *others, last = LEVELS
    usual = next(iter(LEVELS))
    question = (
        f"Play against {', '.join(others)} or {last} (never errs)? Enter for {usual} > "
    )
    named: list[str] = []
    while not named:
        line = sitting.screen.read(question)
        word = "quit" if line is None else line.strip().lower()
        if word and "quit".startswith(word):
            raise LeaveError
        if match.is_persons(match.state) and word and not word[:1].isalpha():
            match.level = usual
            return word
        named = [level for level in LEVELS if level.startswith(word)]
        if not named:
            sitting.complain(f"Unknown level {word[:20]!r}: {listed(LEVELS, 'or')}.")
    match.level = named[0]
    return ""


def play_on(sitting: Sitting) -> None:
    """Play turns until the match is over."""
    while not sitting.over:
        try:
            sitting.screen.announce(sitting.match)
            if sitting.match.is_persons(sitting.match.state):
                persons_turn(sitting)
            else:
                computers_turn(sitting)
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


def computers_turn(sitting: Sitting) -> None:
    """Let the computer play."""
    match = sitting.match
    level = OPPONENTS[match.level]
    choice = sitting.think(
        lambda clock: level(match.state, match.seed, clock), sitting.time_limit
    )
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
    """Show how the match ended; at a terminal, also where it turned, and the score."""
    match, screen = sitting.match, sitting.screen
    screen.end(match, sitting.resigned)
    if not (screen.interactive and (match.actions or sitting.resigned)):
        return
    loser = match.state.odd_turn
    if sitting.result() == "ties" and match.play in OTHER_SIDE:
        loser = match.play == TURNS[True]  # the person may have missed a win
    judged = sitting.think(lambda clock: review(match, clock), HINDSIGHT)
    sitting.turning = ply = turning_point(match, loser, judged)
    if ply is not None:
        screen.say(f"The turning point was move {1 + ply}. {judgement(match, ply, judged)}")
    if sitting.resigned:
        best = sitting.think(lambda clock: prospects(match.state, clock))[0]
        if best.utility in (WIN, TIE):
            screen.say(f"The position wasn't lost: {best.action} {best.in_words()}.")
    sitting.tell_score()


def offer_another(sitting: Sitting) -> None:
    """Say what else the person can type."""
    match, offers = sitting.match, ["review", "why", "save"]
    won = sitting.result() == "you"
    if not won and match.last_turn() is not None:
        offers = [
            "undo" if sitting.turning is None else "retry (back to where it turned)",
            *offers,
        ]
    if match.play in OTHER_SIDE and match.level in LEVELS:
        names = list(LEVELS)
        at = names.index(match.level) + (1 if won else -1)
        if at in range(len(names)):
            kind = "stronger" if won else "weaker"
            offers = [f"level {names[at]} ({kind})", *offers]
    sitting.screen.say(f"You can also type {listed(offers, 'or')}.")


def answered(sitting: Sitting) -> bool:
    """Offer another match; whether a match goes on. The answer may also be a command.

    Raises LeaveError if the person leaves.
    """
    play = sitting.match.play
    question = "Play again?"
    if play in OTHER_SIDE:
        question = f"Play again as {OTHER_SIDE[play]}, level {sitting.match.level}?"
    line = sitting.screen.read(f"{question} Enter for yes, or quit > ")
    if line is None:
        raise LeaveError
    word = line.strip().lower()
    if word in ("n", "no"):
        if sitting.confirm("Leave the game?"):
            raise LeaveError
        return False
    if word in ("", "y", "yes"):
        another(sitting)
        return True
    return obey(sitting, line)
