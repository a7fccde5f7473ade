"""What several tests need of their surroundings."""

import itertools
from collections.abc import Iterator

import pytest

from t3_tools.grade.verdicts import Kind, Verdict


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The time, which goes on by one second each time that it is asked for."""
    clock = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    return clock


@pytest.fixture
def without_mypy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Submissions whose types are not checked, which is quicker."""
    exact = Verdict(Kind.EXACT)
    monkeypatch.setattr("t3_tools.grade.submissions._check_types", lambda *_: exact)
