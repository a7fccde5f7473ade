"""The game with whoever sits at the keyboard: turns, what comes after, and Ctrl-C."""

from t3_engine.clock import Clock
from t3_play.console.commands import another, obey
from t3_play.console.screen import Screen
from t3_play.console.sitting import LeaveError, Sitting
from t3_play.descriptions import listed
from t3_play.hints import hindsight
from t3_play.levels import LEVELS
from t3_play.match import OTHER_SIDE, Match

HINDSIGHT = 5
"""Seconds for finding out where a game was lost."""

OFFERED = ["easy", "medium", "perfect"]
"""The levels that a person is led through, the weakest first."""


def play(match: Match, screen: Screen, time_limit: float) -> None:
    """The match, and then others as long as somebody at a terminal wants."""
    sitting = Sitting(match, screen, time_limit)
    screen.begin(match)
    try:
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


def play_on(sitting: Sitting) -> None:
    """Turn after turn, until the match is over."""
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
    """Obey a person until the match has changed."""
    changed = False
    while not changed:
        line = sitting.screen.ask(sitting.match)
        if line is None:
            raise LeaveError
        changed = obey(sitting, line)


def machines_turn(sitting: Sitting) -> None:
    """Let the machine play."""
    match = sitting.match
    level = LEVELS[match.level]
    choice = sitting.think(lambda clock: level(match.state, match.seed, clock))
    sitting.screen.played(match, choice.action, choice.proven)
    match.add(choice.action)
    sitting.screen.changed(match)


def interrupted(sitting: Sitting) -> None:
    """Answer Ctrl-C: a game that has begun can be gone on with, or saved.

    Raises KeyboardInterrupt if it is left.
    """
    if not (sitting.screen.interactive and sitting.match.actions):
        raise KeyboardInterrupt
    sitting.screen.say("")
    if sitting.confirm("Leave the game?"):
        sitting.offer_to_save()
        raise KeyboardInterrupt


def finish(sitting: Sitting) -> None:
    """Show how the match ended and, to somebody at a terminal, why and the score."""
    match = sitting.match
    sitting.screen.end(match, sitting.resigned)
    if not sitting.screen.interactive:
        return
    if sitting.resigned or (match.actions and match.state.is_win()):
        told = sitting.screen.think(
            lambda clock: hindsight(match, sitting.resigned, clock), Clock(HINDSIGHT)
        )
        for sentence in told:
            sitting.screen.say(sentence)
    if match.actions or sitting.resigned:
        sitting.tell_score()


def offer_another(sitting: Sitting) -> None:
    """Say what can be typed, other than y and n."""
    match = sitting.match
    if match.play in OTHER_SIDE:
        offers = [f"y to play as {OTHER_SIDE[match.play]}"]
        at = OFFERED.index(match.level) if match.level in OFFERED else len(OFFERED)
        if sitting.result() == "the machine" and at > 0:
            offers.append(f"level {OFFERED[at - 1]} for a weaker machine")
        elif sitting.result() == "you" and at < len(OFFERED) - 1:
            offers.append(f"level {OFFERED[at + 1]} for a stronger machine")
        sitting.screen.say(f"Type {listed(offers, 'or')}.")
    sitting.screen.say("Or look at this game: undo, why, history, save.")


def answer(sitting: Sitting) -> None:
    """Ask for another match, and obey: a command will do too."""
    line = sitting.screen.read("Play again? (y/n) > ")
    if line is None or line.strip().lower() in ("n", "no"):
        raise LeaveError
    if line.strip().lower() in ("y", "yes"):
        another(sitting)
    else:
        obey(sitting, line)
