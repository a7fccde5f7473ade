"""The handout works once its two functions are written; its tests fail until then."""

import inspect
import re
import shlex
from functools import partial
from pathlib import Path

import pytest

import t3_player
import t3_state
from commands import FEW_CASES, ROOT, call, python, run
from handed_in import cases, course
from t3_play.match import game_with
from t3_state import T3State
from t3_tools import textbook
from t3_tools.__main__ import commands, main
from t3_tools.grade.command import grade
from t3_tools.grade.judging.own_exam import own_exam
from t3_tools.grade.sandbox.typecheck import SETTINGS
from t3_tools.handout import in_game, lent
from t3_tools.starter import command
from t3_tools.starter.command import files
from t3_tools.starter.drawing import CATEGORIES, Wanted, found, has_transitions
from t3_tools.starter.material import Material, exam_of, is_trap, material

CHOOSE = inspect.getsource(t3_player.choose)
TEXTBOOK = inspect.getsource(textbook).replace("TextbookPlayer", "T3Player") + CHOOSE
EXACT = inspect.getsource(t3_player)


@pytest.fixture
def handout(tmp_path: Path) -> Path:
    """A folder with the handout."""
    folder = tmp_path / "a" / "handout"
    call(main, "starter", str(folder))
    return folder


def solve(folder: Path, player: str) -> None:
    """Write get_transitions() and the player."""
    transitions = inspect.getsource(t3_state.T3State.get_transitions)
    stub = " " * 8 + 'raise NotImplementedError("yours to write")\n'
    state = (folder / "t3_state.py").read_text()
    body = transitions.rpartition('"""\n')[2]
    (folder / "t3_state.py").write_text(course(stub, body, state))
    assert stub.strip() in (folder / "t3_player.py").read_text()
    (folder / "t3_player.py").write_text(player)


def pytest_in(folder: Path, *options: str) -> tuple[str, dict[str, int]]:
    """What pytest prints, and the number of tests that it counts for each outcome."""
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *options)
    screen = python(*command, folder=folder, PYTHONPATH="").stdout
    counts = re.findall("([0-9]+) ([a-z]+)", screen.splitlines()[-1])
    return screen, {outcome: int(number) for number, outcome in counts}


def test_the_files_need_no_docstrings(tmp_path: Path) -> None:
    """PYTHONOPTIMIZE=2 drops docstrings, but the command writes the same files."""
    run("t3_tools", "starter", str(tmp_path / "a"), PYTHONOPTIMIZE="2")
    written = {path.name: path.read_text() for path in (tmp_path / "a").iterdir()}
    assert written == files()
    modules = {path.name for path in ROOT.glob("t3_*.py")}
    others = {"mypy.ini", "pytest.ini", ".gitignore", "README.md", "EXERCISES.md"}
    assert written.keys() == modules | others


@pytest.mark.long
def test_its_tests_fail_what_is_not_written(handout: Path) -> None:
    """Every test outside TestState fails, also each optional one."""
    screen, outcomes = pytest_in(handout, "-k", "not TestState")
    assert "NotImplementedError: yours to write" in screen
    assert "test_wins_at_once" in screen
    assert set(outcomes) == {"failed", "deselected"}


@pytest.mark.long
def test_its_tests_hold_for_what_is_right(handout: Path) -> None:
    """Except for the two that the textbook may fail."""
    solve(handout, TEXTBOOK)
    screen, outcomes = pytest_in(handout)
    assert set(outcomes) == {"passed", "xfailed"}, screen
    assert outcomes["xfailed"] == 2


STUBS = {
    "t3_player.py": """
from typing import *
from t3_state import *

def choose(state: "T3State") -> Optional["T3Action"]:
    best: Optional["T3Action"] = None
    for action, _ in state.get_transitions():
        setattr(action, "score", 0)
        best = best or action
    return best
""",
    "t3_state.py": """
    def get_transitions(self) -> Iterator[Tuple["T3Action", "T3State"]]:
        for col, row in self.get_open_tiles():
            for move in self.get_moves():
                act: "T3Action" = T3Action(col, row, move)
                yield act, self.get_next_state(act)
""",
}
"""The assignment's own signatures, with a body, in place of those handed out."""


@pytest.mark.long
@pytest.mark.parametrize("whole", [True, False])
def test_stubs_of_the_assignment_can_be_pasted(handout: Path, whole: bool) -> None:
    """With their imports or, as `choose` in the player, without. A score is accepted."""
    for name, stub in STUBS.items():
        text = (handout / name).read_text()
        begin = text.index("    def get_t" if "state" in name else "def choose")
        end = text.index("yours to write") + len('yours to write")')
        if name == "t3_player.py":
            begin, stub = (0, stub) if whole else (begin, stub[stub.index("def") :])
        (handout / name).write_text(text[:begin] + stub + text[end:])
    types = python("-m", "mypy", *STUBS, folder=handout, PYTHONPATH="")
    assert types.stdout.startswith("Success"), types.stdout
    screen, outcomes = pytest_in(handout, "-k", "transitions or TestState or changes")
    assert set(outcomes) == {"passed", "deselected"}, screen


BETTER = "(sign * utility, -end) > (sign * best.utility, -best.end)"
WRONG = {
    "no depth": (BETTER, "sign * utility > sign * best.utility"),
    "the last": (BETTER, BETTER.replace(">", ">=")),
    "the longest": (BETTER, BETTER.replace("-", "")),
    "no win": ("Result(-1 if maximise else 1,", "Result(0,"),
    "short": ("if state.is_tie():", "if depth > 4 or state.is_tie():"),
    "3x3": ("if state.is_tie():", "if state._state[3:] or state.is_tie():"),
    "no pruning": ("if beta <= alpha:", "if beta < -1:"),
}


@pytest.mark.long
@pytest.mark.parametrize("slip", WRONG)
def test_its_tests_fail_what_is_wrong(handout: Path, slip: str) -> None:
    solve(handout, course(*WRONG[slip], TEXTBOOK))
    screen, outcomes = pytest_in(handout, "-x", "-o", "timeout=4")
    assert "failed" in outcomes, screen


@pytest.mark.long
def test_its_page_says_how_to_play(handout: Path) -> None:
    solve(handout, TEXTBOOK)
    (command,) = re.findall("`python3 (.* --board .*?)`", files()["README.md"])
    arguments = shlex.split(command)
    played = python(*arguments, typed="1 1 5\n", folder=handout, PYTHONPATH="")
    assert played.stderr == ""
    assert "[Opponent's Turn] > (" in played.stdout


def test_its_page_says_what_grade_does() -> None:
    page = files()["README.md"]
    (timeout,) = (option for option in grade.params if option.name == "timeout")
    assert f"Each case has {timeout.default} seconds" in page
    assert "{" not in page
    for case in cases():
        if case.category == "terminal" or (case.question and case.question.of_state):
            continue
        size, holes = case.state.size, len(case.state.get_open_tiles())
        ((least, most),) = re.findall(f"- {size} x {size} with (.*) to (.*) empty", page)
        assert int(least) <= holes <= int(most)


def test_its_page_says_how_to_grade_oneself() -> None:
    typed = re.findall("`../t3-tools/bin/t3-tools (.*?)`", files()["README.md"])
    named = [shlex.split(it) for it in typed]
    assert [name for name, *_ in named] == ["grade", "explain"]
    for name, *arguments in named:
        commands().commands[name].make_context(name, arguments)


@pytest.mark.long
@pytest.mark.timeout(120)
def test_full_marks_for_who_writes_the_two(handout: Path) -> None:
    done = python("-m", "mypy", ".", folder=handout, PYTHONPATH="")
    assert done.stdout.startswith("Success"), done.stdout
    solve(handout, EXACT)
    screen = run("t3_tools", "grade", str(handout), *FEW_CASES).stdout
    assert "\nhandout: 100 of 100\n" in screen
    (heading,) = re.findall(r"^ category .*", screen, re.M)
    assert heading.split() == ["category", "passed", "points"]


def test_what_is_given_is_ours() -> None:
    """Except for the stub, the given lines are lines of our files, in the same order."""
    handout = files()
    for name in ("t3_action.py", "t3_state.py"):
        ours = lent(name).splitlines()
        theirs = [it for it in handout[name].splitlines() if "yours to write" not in it]
        assert theirs == [line for line in ours if line in theirs]
        changed = set(ours) - set((ROOT / name).read_text().splitlines())
        assert len(changed) == (1 if "action" in name else 2)
    assert handout["t3_tests.py"] == (ROOT / "t3_tests.py").read_text()
    assert handout["mypy.ini"] == SETTINGS.read_text()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    for path in (tmp_path, tmp_path / "mine"):
        assert "not an empty folder" in call(main, "starter", str(path), code=2).stderr
    assert (tmp_path / "mine").read_text() == "mine"


def other(target: int, largest: int, *positions: str) -> Material:
    """What to show of another game: a position to win, the exercise, a test, any traps."""
    game = game_with(target, largest)
    winnable, exercise, tested, *traps = map(game.from_notation, positions)
    exam = exam_of(game, {"immediate-win": [tested], "trap": traps})
    trap = traps[0] if traps else None
    return Material(game, winnable, exercise, trap, {"immediate-win": tested}, exam)


WITH_TRAP = other(
    *(12, 6, "030/421/000 odds", "035/024/235 evens", "320/124/003 odds"),
    "404/000/101 odds",
)
OTHERS = [
    other(15, 9, "320/500/200 odds", "427/290/301 evens", "040/733/606 odds"),
    other(7, 4, "010/122/000 odds", "022/134/310 evens", "020/120/003 odds"),
    WITH_TRAP,
]


def test_the_trap_of_another_game() -> None:
    assert WITH_TRAP.trap
    assert is_trap(WITH_TRAP.trap)
    assert not is_trap(WITH_TRAP.winnable)
    told = " ".join(files(WITH_TRAP)["README.md"].split())
    assert "that (1,0) = 5 wins. After (1,1) = 5, the search looks at one reply" in told
    assert "(0,1) = 2, which lets you win at once." in told
    assert "that were cut, (1,0) = 4, wins for evens." in told


@pytest.mark.parametrize("shown", OTHERS, ids=["15 9", "7 4", "12 6"])
def test_the_texts_of_another_game(shown: Material, tmp_path: Path) -> None:
    written = files(shown)
    game = shown.game
    for name in ("README.md", "EXERCISES.md"):
        for board, turn in re.findall(r"([0-9]{3}(?:/[0-9]{3}){2}) (\w+)", written[name]):
            assert not game.from_notation(f"{board} {turn}").is_over()
        assert ("rap" in written[name]) == bool(shown.trap)
    assert f"exactly {game.WIN_TARGET} wins" in written["README.md"]
    options = f"--target {game.WIN_TARGET} --max-move {game.MAX_MOVE}"
    for name, *arguments in map(
        shlex.split, re.findall(r"t3-tools ([^`\n]+)", "".join(written.values()))
    ):
        assert options in " ".join(arguments)
        commands().commands[name].make_context(name, arguments)
    for name in ("t3_state.py", "t3_action.py"):
        (tmp_path / name).write_text(in_game(lent(name), game))
    told = python("-m", "doctest", "t3_state.py", folder=tmp_path, PYTHONPATH="")
    assert told.stdout == told.stderr == ""
    assert own_exam(shown.exam).game == game


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--target=28", "--max-move=9"], "the target is 28; with numbers to 9"),
        (["--max-move=13"], "the largest number is 13; it can be from 2"),
        (["--max-move=1"], "1 is not in the range"),
        (["--target=15", "--max-move=9"], "exists already"),
        (["--target=6", "--max-move=2"], "too few positions"),
    ],
)
def test_no_such_game(
    options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "material", partial(material, tries={3: 100}))
    if "exists" in message:
        (tmp_path / "handout-exam.txt").write_text("mine")
    told = call(main, "starter", str(tmp_path / "handout"), *options, code=2).stderr
    assert message in " ".join(told.split())
    assert not (tmp_path / "handout").exists()


def test_what_is_drawn_is_of_its_kind() -> None:
    game = game_with(15, 9)
    wanted = [
        Wanted(name, odd_turn, CATEGORIES[name][0])
        for name in ("terminal", "immediate-win")
        for odd_turn in (True, False)
    ]
    drawn = [*found(game, wanted, {3: 2000})]
    assert len(drawn) == len(wanted)
    for it, state in drawn:
        assert type(state) is game
        assert state.odd_turn == it.odd_turn
        assert it.kind.fits(state)


def test_the_number_of_transitions() -> None:
    """It decides which positions need pruning."""
    start = T3State.from_notation("532/005/020 evens")
    reached, number = {start}, 0
    while reached:
        open_ = [state for state in reached if not state.is_over()]
        children = [child for it in open_ for _, child in it.get_transitions()]
        number += len(children)
        reached = {*children}
    assert has_transitions(start, number)
    assert not has_transitions(start, number + 1)


@pytest.mark.long
@pytest.mark.parametrize("constants", [(15, 9), (7, 4)], ids=str)
def test_the_handout_of_another_game(
    constants: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tests and its exam fail what is not written, and accept the textbook's search."""
    tries = {3: 10_000, 4: 1000, 5: 400}
    monkeypatch.setattr(command, "material", partial(material, tries=tries))
    folder, (target, largest) = tmp_path / "it", constants
    options = f"--target={target}", f"--max-move={largest}", "--due=10 May"
    call(main, "starter", str(folder), *options)
    assert "by 10 May." in (folder / "README.md").read_text()
    _, outcomes = pytest_in(folder, "-k", "not TestState")
    assert set(outcomes) == {"failed", "deselected"}
    solve(folder, TEXTBOOK)
    screen, outcomes = pytest_in(folder)
    assert set(outcomes) <= {"passed", "xfailed"}, screen
    done = python("-m", "mypy", ".", folder=folder, PYTHONPATH="")
    assert done.stdout.startswith("Success"), done.stdout
    exam = str(tmp_path / "it-exam.txt")
    screen = run("t3_tools", "grade", str(folder), "--exam", exam).stdout
    assert "\nit: 100 of 100\n" in screen
