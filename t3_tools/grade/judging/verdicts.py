"""Verdicts on answers."""

from enum import StrEnum
from typing import NamedTuple

from t3_state import T3Action


class Kind(StrEnum):
    """The kinds of verdicts, as tables list them.

    TIMEOUT: it used too much CPU time. STALLED: too much time passed on the clock. HARM: it
    stopped or killed the process that watches it, or wrote over its output. NOT_TRIED: the
    file asked about is missing. OUT_OF_TIME: the cases before took too long. COULD_NOT_RUN:
    its files can't be read, say.
    """

    EXACT = "exact"
    DEPTH = "depth tie-break"
    ACTION = "action tie-break"
    BLUNDER = "blunder"
    WRONG = "wrong"
    ILLEGAL = "illegal"
    CRASH = "crash"
    OUT_OF_TIME = "out of time"
    TIMEOUT = "timeout"
    STALLED = "stalled"
    HARM = "harm"
    NOT_TRIED = "not tried"
    COULD_NOT_RUN = "could not run"


class Sign(StrEnum):
    """Mistakes that an answer shows by itself, by what the submission does."""

    NO_ACTION = "returns a tuple or a list, not a T3Action"
    NOTHING = "returns None though the game is not over"
    CHANGES = "changes the state given to it: a move is not undone"
    VARIES = "answers differently when asked again"
    KEEPS_TURN = "does not switch turns in get_transitions"
    IMPORTS = "runs code of its own when its files are imported, without end"


class Verdict(NamedTuple):
    """What an answer is worth, and why."""

    kind: Kind
    reason: str = ""
    """What was wrong and what would be right, for people."""
    action: T3Action | None = None
    """The chosen action, legal or not, if it is one."""
    sign: Sign | None = None
    """The mistake that the answer shows."""

    @property
    def failed(self) -> bool:
        """Whether the answer is not exact."""
        return self.kind != Kind.EXACT
