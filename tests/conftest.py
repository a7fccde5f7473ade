"""What the tests need of their surroundings."""

import itertools
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

with suppress(ImportError):
    from hypothesis import HealthCheck, settings

    # How long an example takes depends on what else the machine does.
    slow = [HealthCheck.too_slow]
    settings.register_profile("any speed", deadline=None, suppress_health_check=slow)
    settings.load_profile("any speed")

# What these assert is then checked where Python leaves asserts out, too.
pytest.register_assert_rewrite("commands", "course_player", "handed_in")

QUICK, LONG = 60, 300
"""Seconds for a test in this folder, on a busy machine, unless it says how many."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a test take as long as it may."""
    ours = [test for test in items if Path(__file__).parent in test.path.parents]
    for test in ours:
        if not test.get_closest_marker("timeout"):
            limit = LONG if test.get_closest_marker("long") else QUICK
            test.add_marker(pytest.mark.timeout(limit))


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The time, which goes on by one second each time that it is asked for."""
    clock = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    return clock
