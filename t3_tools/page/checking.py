"""Checks a player in the browser, as `t3-tools grade` does: JSON in, JSON out.

It runs in one worker, and the player's code in another: playing.py. The page carries jobs
and replies between them, and ends the other one if it takes too long. mypy does not run in
browsers.
"""

import json
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory

from t3_tools.grade.intake.division import Division
from t3_tools.grade.intake.submissions import LENT, read
from t3_tools.grade.judging.cases import Case, exam_cases
from t3_tools.grade.judging.faults import Fault, faults, figures
from t3_tools.grade.judging.marks import Exam, Marked, weighed
from t3_tools.grade.judging.own_exam import own_exam
from t3_tools.grade.judging.questions import Json, answer_in, job_of, late
from t3_tools.grade.judging.verdicts import Kind, Result, Verdict

SLOWER = 4
"""Seconds on the clock in a browser for each second of computing time."""

COUNT = 4
"""Cases in each category, as many as `t3-tools grade` has by default."""


class Check:
    """The exam of one submission."""

    def __init__(self, files: dict[str, str], seed: int, exam: str = "") -> None:
        """Read the files, in base64. `exam` is a teacher's own, as text.

        Raises ValueError if that can't be read, or if there is nothing to check.
        """
        asked = own_exam(exam) if exam else Exam(exam_cases(seed, COUNT), weighed())
        self.exam = asked._replace(cases=[it for it in asked.cases if it.question])
        with TemporaryDirectory() as folder:
            for name, content in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(b64decode(content))
            (self.submission,) = read([folder], Division.ONE)
        if self.submission.fault:
            raise ValueError(self.submission.fault)
        self.results: list[Result] = []
        self.spent = 0.0

    def begun(self) -> Json:
        """How many cases there are, and what to know of how files were read."""
        return {"cases": len(self.exam.cases), "remarks": self.submission.remarks}

    def _job(self, case: Case) -> Json:
        """A job, and after how many milliseconds to end the player's worker."""
        assert case.question
        job = job_of({**LENT, **self.submission.files}, case.question, case.state)
        patience = self.exam.seconds * SLOWER * 1000
        return {"job": json.dumps(job), "patience": patience}

    def next_job(self) -> Json:
        """The next job; None at the end. Judges the cases that are not to be tried."""
        for case in self.exam.cases[len(self.results) :]:
            verdict = case.not_tried(self.submission.missing, self.spent, self.exam.whole)
            if verdict is None:
                return self._job(case)
            self.results.append(case.judge(verdict))
        return None

    def judge(self, reply: Json) -> None:
        """Judge what came of the last job."""
        case = self.exam.cases[len(self.results)]
        self.results.append(case.judge(self._answer_in(reply)))
        self.spent += reply["clock"] / 1000 / SLOWER

    def _answer_in(self, reply: Json) -> Json | Verdict:
        """The answer in a reply of the player's worker, or the verdict if there is none.

        The page says only whether it is late: all else may be forged.
        """
        if reply.get("late"):
            limit = f"{self.exam.seconds} s"
            return late(Kind.TIMEOUT, limit, reply["imported"])
        if "failed" in reply:
            return Verdict(Kind.CRASH, f"its Python ended: {reply['failed'][:300]!r}")
        return answer_in(reply["answer"])

    def report(self) -> Json:
        """All that the page says about the player."""
        marked = Marked.of("", self.results, self.exam.points)
        asked = {it.category for it in marked.results}
        return {
            "mark": marked.mark,
            "possible": round(sum(marked.points[name] for name in asked), 1),
            "parts": {part: it for part, it in marked.parts().items() if part != "types"},
            "categories": marked.asked(),
            "faults": [_fault(it) for it in faults(marked)],
        }


def _fault(fault: Fault) -> Json:
    return {
        "topic": fault.topic,
        "advice": fault.advice,
        "heading": fault.heading,
        "reasons": fault.reasons,
        "figures": [figure._asdict() for figure in figures(fault)],
    }


_checks: list[Check] = []


def answer(question: str) -> str:
    """Begin a check, or call a method of it: JSON, a list of its name and arguments."""
    name, *arguments = json.loads(question)
    try:
        if name == "begun":
            _checks[:] = [Check(*arguments)]
            arguments = []
        reply = getattr(_checks[0], name)(*arguments)
    except ValueError as error:
        reply = {"error": str(error)}
    return json.dumps(reply)
