"""What is sent to a submission's process with a question, and what comes back."""

import json
from base64 import b64encode
from collections.abc import Container, Mapping

from t3_state import T3State
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import Case
from t3_tools.grade.judging.questions import Json, Question, source
from t3_tools.grade.judging.verdicts import Kind, Verdict
from t3_tools.handout import PLAYER, STATE


def job_of(files: Mapping[str, bytes], question: Question, state: T3State) -> Json:
    """What sandbox/cell.py needs to ask the submission with these files about a state."""
    names = [name.removesuffix(".py") for name in (STATE, PLAYER)]
    return {
        "files": {name: b64encode(text).decode() for name, text in files.items()},
        "imports": names[:1] if question.of_state else names,
        "source": source(question.ask),
        "ask": question.ask.__name__,
        "board": state.board,
        "odd_turn": state.odd_turn,
        "limits": {it: vars(limits)[it] for it in vars(limits) if it.isupper()},
    }


def not_tried(
    case: Case, files: Container[str], spent: float, whole: int
) -> Verdict | None:
    """Why not to ask a submission with these files; None if it can be asked.

    Its cases before took `spent` seconds of the `whole` that it has.
    """
    if spent > whole:
        reason = f"not tried: earlier cases used up the submission's {whole} s"
        return Verdict(Kind.OUT_OF_TIME, reason)
    needed = STATE if case.question and case.question.of_state else PLAYER
    if case.question and needed not in files:
        return Verdict(Kind.NOT_TRIED, f"it has no {needed}")
    return None


def answer_in(line: str) -> Json | Verdict:
    """The answer in a line that a submission's process sent, or the verdict on it."""
    try:
        reply = json.loads(line)
        if "answer" in reply:
            return reply["answer"]
        if "error" in reply:
            return Verdict(Kind.CRASH, str(reply["error"]))
        fault = str(reply["fault"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return Verdict(Kind.WRONG, f"sends {line[:300]!r}, which is not an answer")
    raise OSError(fault)


def no_answer(how: str, cpu: float, seconds: int, imported: bool) -> Verdict:
    """The verdict on a submission's process that ended without an answer."""
    during = "" if imported else " when its files are imported: they run code of their own"
    if how in ("signal SIGXCPU", "busy") or (how == "signal SIGKILL" and cpu > seconds):
        return Verdict(Kind.TIMEOUT, f"no answer in {seconds} s{during}")
    if how == "memory":
        most = f"more than {limits.ALL_MEGABYTES} MB of memory"
        return Verdict(Kind.CRASH, f"its processes use {most} together")
    if how == "harm":
        return Verdict(Kind.HARM, "it kills the process that watches it")
    if how == "signal SIGKILL":
        return Verdict(Kind.COULD_NOT_RUN, "its process was killed, perhaps for its memory")
    if how == "stalled":
        clock = f"over {limits.WAIT * seconds} s by the clock"
        return Verdict(Kind.STALLED, f"no answer in {clock}{during}")
    if how == "flood":
        return Verdict(Kind.CRASH, "it writes too much into the pipe for its answer")
    return Verdict(Kind.CRASH, f"its process ended without an answer: {how}")
