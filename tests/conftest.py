"""What several tests need of their surroundings."""

import itertools
from collections.abc import Iterator

import pytest


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The time, which goes on by one second each time that it is asked for."""
    clock = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    return clock
