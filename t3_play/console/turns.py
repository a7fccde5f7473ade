"""Turns, what follows a match, and Ctrl-C."""

from contextlib import suppress

from t3_play.console.commands import judgement, obey
from t3_play.console.screen import Screen
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import goal, listed
from t3_play.inputs import begun, parse_action
from t3_play.levels import LEVELS, OPPONENTS
from t3_play.match import OTHER_SIDE, Match
from t3_play.review import review, turning_point


def play(
    match: Match, screen: Screen, time_limit: float, level_is_open: bool = False
) -> None:
    """Play the match, and more as long as the person wants.

    If no level was chosen, a person who plays the computer is asked for one.
    """
    sitting, early = Sitting(match, screen, time_limit), ""
    try:
        if level_is_open and match.play in OTHER_SIDE:
            screen.say(f"Tic-Tac-Total. {goal(match.state)}")
            match.level, early = chosen_level(screen)
        screen.begin(match)
        sitting.foretell()
        if early and match.is_persons(match.state):
            obey(sitting, early)
        while True:
            play_on(sitting)
            finish(sitting)
            if sitting.match.play == "none" or not sitting.match.actions:
                return
            offer_another(sitting)
            ended = sitting.match
            while sitting.over and sitting.match is ended:
                answer_offer(sitting)
    except LeaveError:
        sitting.tell_score()
        screen.say("Goodbye!")


def chosen_level(screen: Screen) -> tuple[str, str]:
    """Ask for the computer's level; raises LeaveError if the person leaves.

    Whoever types an action plays at the usual level: then it is returned as well.
    """
    *others, last = LEVELS
    usual = next(iter(LEVELS))
    question = f"Play against {', '.join(others)} or {last} (never errs)? [{usual}] > "
    while True:
        line = screen.read(question)
        word = "quit" if line is None else line.strip().lower()
        if word and "quit".startswith(word):
            raise LeaveError
        with suppress(ValueError):
            parse_action(word)
            return usual, word
        try:
            return begun(LEVELS, word or usual, "level"), ""
        except ValueError as error:
            screen.say(f"[!] {error}")


def play_on(sitting: Sitting) -> None:
    """Play turns until the match is over.

    Raises KeyboardInterrupt if the person presses Ctrl-C, and really wants to leave.
    """
    while not sitting.over:
        match = sitting.match
        try:
            if match.is_persons(match.state):
                line = sitting.screen.ask(match)
                obey(sitting, "quit" if line is None else line)
            else:
                computers_turn(sitting)
        except KeyboardInterrupt:
            if sitting.may_leave():
                raise


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
    if match.play == "none":
        sitting.screen.pause()


def finish(sitting: Sitting) -> None:
    """Show how the match ended, where it turned, and the score."""
    match, screen = sitting.match, sitting.screen
    screen.end(match)
    if match.play == "none" or not match.actions:
        return
    judged = sitting.think(lambda clock: review(match, clock))
    sitting.turning = ply = turning_point(match, judged)
    if ply is not None:
        screen.say(f"The turning point was move {1 + ply}. {judgement(match, ply, judged)}")
    sitting.tell_score()


def offer_another(sitting: Sitting) -> None:
    """Say what else the person can type."""
    match, offers = sitting.match, []
    won = sitting.result() == "you"
    if match.play in OTHER_SIDE:
        offers.append(f"swap (play {OTHER_SIDE[match.play]})")
    if match.play in OTHER_SIDE and match.level in LEVELS:
        names = list(LEVELS)
        at = names.index(match.level) + (1 if won else -1)
        if at in range(len(names)):
            offers.append(f"level {names[at]} ({'stronger' if won else 'weaker'})")
    if not won and sitting.turning is not None:
        offers.append(f"undo {1 + sitting.turning} (back to the turning point)")
    offers += ["review", "why", "save FILE"]
    sitting.screen.say(f"You can also type {listed(offers, 'or')}.")


def answer_offer(sitting: Sitting) -> None:
    """Offer another match. The answer may also be a command.

    Raises LeaveError if the person leaves.
    """
    line = sitting.screen.read("Press Enter to play again, or quit > ")
    word = "quit" if line is None else line.strip().lower()
    if word not in ("n", "no"):
        obey(sitting, "new" if word in ("", "y", "yes") else line or word)
    elif sitting.confirm("Leave the game?"):
        raise LeaveError
