"""Settings and fixtures for all tests."""

import faulthandler
import importlib.util
import itertools
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

with suppress(ImportError):
    from hypothesis import HealthCheck, settings

    # On a busy machine any example may take long.
    slow = [HealthCheck.too_slow]
    settings.register_profile("any speed", deadline=None, suppress_health_check=slow)
    settings.load_profile("any speed")

# The modules of a course's folder know each other by their short names.
FOLDERS = "classics/*/", "bound/"
sys.path += [str(it) for name in FOLDERS for it in Path(__file__).parent.parent.glob(name)]

# Pytest then checks the asserts of these modules even if Python leaves asserts out.
pytest.register_assert_rewrite(
    "browser", "commands", "course_player", "handed_in", "written"
)

HERE = Path(__file__).parent

NEEDED = {
    "classics/test_cs50_window.py": "pygame",
    "library/test_properties.py": "hypothesis",
    "page": "click jinja2 rich",
    "page/test_bound.py": "playwright",
    "page/test_check.py": "mypy playwright",
    "page/test_other_browsers.py": "playwright",
    "page/test_page": "playwright",
    "test_installed.py": "click jinja2 mypy pip rich",
    "tools/test_grade_reading.py": "hypothesis",
    "tools/test_workers.py": "distributed",
    "tools": "click jinja2 mypy rich",
}
"""The packages without which tests are skipped, by the beginning of their path. A test can
be marked, too, with programs and paths as well: `pytest.mark.needs("rich", "node")`. Those
that use the fixture `snapshot` need syrupy, those that open a `commands.Terminal` pexpect.
"""


PROGRAMS = {"bwrap", "cc", "firefox-esr", "git", "node", "npm", "xvfb-run"}


def is_installed(name: str) -> bool:
    """Whether one of the PROGRAMS, a path in the project or a Python package is there."""
    if "/" in name:
        return (HERE.parent / name).exists()
    return bool((shutil.which if name in PROGRAMS else importlib.util.find_spec)(name))


def lacking(needed: str) -> str:
    """What of it is not installed, as the reason to skip."""
    missing = [name for name in needed.split() if not is_installed(name)]
    return f"not installed: {', '.join(missing)}" if missing else ""


class SkippedModule(pytest.File):
    """A module of tests that needs packages that are not installed."""

    reason = ""

    def collect(self) -> NoReturn:
        """Skip it."""
        pytest.skip(self.reason, allow_module_level=True)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> SkippedModule | None:
    """Skip a module without importing it if packages that it needs are not installed."""
    for place, packages in NEEDED.items():
        if (reason := lacking(packages)) and f"{module_path}".startswith(f"{HERE / place}"):
            module: SkippedModule = SkippedModule.from_parent(parent, path=module_path)
            module.reason = f"tests/{place}, {reason}"
            return module
    return None


if lacking("syrupy"):

    @pytest.fixture
    def snapshot() -> NoReturn:
        """Skip the test that compares with a recorded output."""
        pytest.skip(lacking("syrupy"))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap")),
        "no bubblewrap",
    ],
)
def box(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Run the tests with bubblewrap, and without: then no process finds it on the path."""
    from t3_tools.grade.sandbox import asking, examining

    caches = asking.no_bubblewrap, asking.gives_up_rights, examining.check_sandbox
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "bubblewrap":
            if missing := asking.no_bubblewrap():
                pytest.skip(missing)
        else:
            tools = tmp_path_factory.mktemp("tools")
            for name in ("rm", "sh"):
                (tools / name).symlink_to(f"/bin/{name}")
            patch.setenv("PATH", str(tools))
            for cached in caches:
                cached.cache_clear()
        yield request.param
    for cached in caches:
        cached.cache_clear()


@pytest.fixture
def reads_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read what is handed in in this process: forking pytest takes long."""
    place = "t3_tools.grade.intake.submissions.apart"
    monkeypatch.setattr(place, lambda read, seconds: read())


QUICK, LONG = 60, 300
"""Time limits in seconds, of a quick test and of a long one, on a busy machine."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test in this folder a time limit, unless it sets its own."""
    ours = [test for test in items if HERE in test.path.parents]
    for test in ours:
        if not test.get_closest_marker("timeout"):
            limit = LONG if test.get_closest_marker("long") else QUICK
            test.add_marker(pytest.mark.timeout(limit))
        for needs in test.iter_markers("needs"):
            if reason := lacking(" ".join(needs.args)):
                test.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Leave the limits of these tests to pytest-timeout, even while fixtures are set up."""
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A clock in place of time.monotonic: each call advances it by one second."""
    clock = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    return clock
