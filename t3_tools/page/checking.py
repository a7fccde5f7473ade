"""Checks a player in the browser, as `t3-tools grade` does.

It runs in one worker, and the player's code in another: playing.py. The page carries jobs
and replies between them, and ends the other one if it takes too long. mypy does not run in
browsers.
"""

import json
from base64 import b64decode
from collections.abc import Generator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from t3_tools.grade import limits
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.judging.asks import Json
from t3_tools.grade.judging.cases import Result, exam_cases
from t3_tools.grade.judging.marks import Exam, Marked, Points, rounded, weighed
from t3_tools.grade.judging.own_exam import own_exam
from t3_tools.grade.judging.verdicts import Kind, Verdict, answer_in, late
from t3_tools.grade.pages import page
from t3_tools.grade.submission import LENT, Submission

COUNT = 4
"""Cases in each category, as many as `t3-tools grade` has by default."""


def check(
    files: Mapping[str, str], seed: int, own: str = ""
) -> Generator[Json, Json, None]:
    """Examine a submission, with contents in base64. `own` is a teacher's exam, as text.

    Yields steps, and takes what came of each: a `status` for the page to show, mostly with
    a `job`, after how many milliseconds to end the player's worker (`patience`), and how
    much of its answer to keep (`most` characters). The last step is the report instead.
    Raises ValueError if there is nothing to check.
    """
    exam = own_exam(own) if own else Exam(exam_cases(seed, COUNT), weighed())
    cases = [it for it in exam.cases if it.ask]
    submission = _submission(files)
    remarks = [*submission.remarks]
    same = f"The same cases: t3-tools grade --seed {seed}. It also runs mypy, for 5 points."
    remarks.append("The positions and points are your teacher's." if own else same)
    results, spent = list[Result](), 0.0
    for number, case in enumerate(cases):
        verdict = case.not_tried(submission.missing, spent, exam.whole)
        if verdict is None:
            job = case.job({**LENT, **submission.files})
            limit = exam.seconds * limits.WAIT
            reply = yield {
                "status": f"Case {number + 1} of {len(cases)}, for {limit} s at most",
                "job": json.dumps(job),
                "patience": limit * 1000,
                "most": limits.ANSWER,
            }
            if "stopped" in reply:
                done = f"{number} of {len(cases)} cases"
                remarks.insert(0, f"Stopped after {done}: the mark is for these.")
                break
            verdict = _answer_in(reply, exam)
            spent += reply["clock"] / 1000 / limits.WAIT
        results.append(case.judge(verdict))
    yield {"status": "Looking for causes…"}
    yield {"report": _report(results, exam.points, remarks)}


def _submission(files: Mapping[str, str]) -> Submission:
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(b64decode(content))
        (submission,) = read([folder], one=True)
    if submission.fault:
        raise ValueError(submission.fault)
    return submission


def _answer_in(reply: Json, exam: Exam) -> Json | Verdict:
    """The answer in a reply of the player's worker, or the verdict if there is none.

    The page says only whether it is late: all else may be forged.
    """
    if reply.get("late"):
        return late(Kind.TIMEOUT, f"{exam.seconds} s", reply["imported"])
    if "failed" in reply:
        return Verdict(Kind.CRASH, f"its Python ended: {reply['failed'][:300]!r}")
    return answer_in(reply["answer"])


def _report(results: list[Result], points: Points, remarks: list[str]) -> str:
    """The page about the player, by the points of the categories asked."""
    asked = {it.category for it in results}
    points = {name: it if name in asked else 0 for name, it in points.items()}
    marked = Marked.of("", results, points, remarks=tuple(remarks))
    return page(marked, f"{marked.outcome} of {rounded(sum(points.values()))}")


_steps: list[Generator[Json, Json, None]] = []


def answer(message: str) -> str:
    """Begin a check, given its arguments by name, or take what came of a step: JSON.

    Returns the next step. Raises ValueError if there is nothing to check.
    """
    asked = json.loads(message)
    if "files" in asked:
        _steps[:] = [check(**asked)]
        asked = None
    return json.dumps(_steps[0].send(asked))
