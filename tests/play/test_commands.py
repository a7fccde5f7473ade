"""What the game answers to typed lines, in this process and without a real terminal."""

import random
import re
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from t3_play import saved_games
from t3_play.console import puzzle
from t3_play.console.commands import COMMANDS, OTHER_NAMES
from t3_play.console.terminal import CLEAR, Terminal
from t3_play.console.turns import play
from t3_play.drawing import Style
from t3_play.match import Match, game_with
from t3_state import T3Action, T3State


class Typist(Terminal):
    """A terminal that reads given lines. "^C" is Ctrl-C, None is the end of input."""

    animated = False

    def __init__(self, *lines: str | None) -> None:
        super().__init__(Style(), animated=self.animated)
        self.lines = list(lines)

    def read(self, prompt: str) -> str | None:
        with patch("builtins.input", self.input):
            return super().read(prompt)

    def input(self, prompt: str) -> str:
        print(prompt, end="")
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        print(line)
        return line


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setattr("t3_play.console.terminal.PATIENCE", 1000)


def match_of(notation: str, play: str = "odds", level: str = "perfect") -> Match:
    return Match(T3State.from_notation(notation), play, level)


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> "Shown":
    return Shown(capsys)


class Shown:
    """Plays a match with typed lines, and returns what the terminal shows."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, match: Match, *lines: str | None) -> str:
        random.seed(0)  # the same puzzles each time
        play(match, Typist(*lines), time_limit=10)
        return self.capsys.readouterr().out


EMPTY = "000/000/000 odds"
LEAVE = "Leave this game? (y/n, s to save it) > "
DROP = "Abandon this game for a new one? (y/n, s to save it) > "
LOST = ["1 1 5", "1 0 1"]
"""With these lines odds lose to the perfect machine on the empty board."""


@pytest.mark.parametrize(
    ("typed", "same_as"),
    [
        ("n", "new"),
        ("?", "help"),
        ("h", "help"),
        ("H", "help"),
        ("back", "undo"),
        ("exit", "quit"),
    ],
)
def test_other_names(typed: str, same_as: str, shown: Shown) -> None:
    other, usual = (
        shown(match_of(EMPTY), "1 1 5", line, "y").replace(f"> {line}\n", ">\n")
        for line in (typed, same_as)
    )
    assert other == usual


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_works_by_its_beginning(name: str, shown: Shown) -> None:
    shortest = next(
        name[:end]
        for end in range(1, 1 + len(name))
        if [other for other in COMMANDS if other.startswith(name[:end])] == [name]
        and name[:end] not in OTHER_NAMES
    )
    whole, short = (
        shown(match_of(EMPTY), "1 1 5", line, "y", "n").replace(f"> {line}\n", ">\n", 1)
        for line in (name, shortest)
    )
    assert short == whole
    assert f"{name!r} is no command" not in whole


def test_help_in_two_columns(shown: Shown) -> None:
    assert re.search("  help +this list +save +keep", shown(match_of(EMPTY), "help"))


def test_rules(shown: Shown) -> None:
    start = game_with(15, 8)(True)
    told = " ".join(shown(Match(start), "rules").split())
    assert "odds place 1, 3, 5 or 7 and evens place 2, 4, 6 or 8" in told
    assert "sum to exactly 15" in told
    assert "A line need not be full" in told


def test_swap(shown: Shown) -> None:
    """The machine then plays the side that the person has left."""
    match = match_of("640/000/000 odds")
    out = shown(match, "swap", "y", "n")
    assert "You are evens now.\nThe computer: (2,0) = 3" in out
    assert "The computer wins: row 0 is 6 + 4 + 3 = 13, after 1 move in all." in out


def test_swap_after_the_game(shown: Shown) -> None:
    """`swap` begins another game, in which the person plays the other side."""
    out = shown(match_of("640/000/000 odds"), "2 0 3", "swap", "quit")
    assert "You: evens (2, 4 or 6). Computer (perfect): odds (1, 3 or 5)." in out


def test_level(shown: Shown) -> None:
    match = match_of(EMPTY)
    out = " ".join(shown(match, "level", "level course", "level p", "level med ").split())
    assert (
        "The computer is perfect. To change the level: level easy, level medium or level "
        "hard." in out
    )
    assert "[!] Unknown level 'course': easy, medium, hard or perfect." in out
    assert "The computer is medium" in out
    assert match.level == "medium"


def test_new(shown: Shown) -> None:
    """`new` drops a game that has begun only if the person answers yes."""
    out = shown(match_of(EMPTY), "1 1 5", "new", "n", "history", "new", "y", "history")
    assert out.count(DROP) == 2
    before, after = out.split(f"{DROP}y\n")
    assert "  1. odds  (1,1) = 5" in before
    assert "No moves yet." in after
    assert after.count("needs    13    13    13") == 1


@pytest.mark.parametrize(
    ("typed", "size"), [("4", 4), ("25", 25), ("6x6", 6), ("6 X 6", 6)]
)
def test_new_of_another_size(typed: str, size: int, tmp_path: Path, shown: Shown) -> None:
    """The new board is empty, and the game does not explain again how to type."""
    lines = [f"new {typed}", f"save {tmp_path / 'game'}"]
    out = shown(match_of(EMPTY, play="both"), *lines)
    assert out.count("Type column, row and number") == 1
    assert saved_games.load(tmp_path / "game")[0].start == T3State(
        True, [[0] * size] * size
    )


@pytest.mark.parametrize("size", ["0", "26", "4y4"])
def test_new_with_a_wrong_size(size: str, shown: Shown) -> None:
    out = shown(match_of(EMPTY), f"new {size}")
    assert f"[!] For another board type its size: '{size}' is not a whole number" in out


def test_the_game_goes_on_after_ctrl_c_in_a_puzzle(shown: Shown) -> None:
    out = shown(match_of(EMPTY), "1 1 5", "puzzle hard", "^C", "history", "quit", "y")
    assert "  1. odds  (1,1) = 5" in out.split("Hard puzzle")[1]


def test_replay_changes_sides_and_keeps_the_score(shown: Shown) -> None:
    match = match_of(EMPTY)
    out = shown(match, *LOST, "y", "resign", "y", *LOST, "n", "y")
    assert re.findall("^You: (odds|evens) ", out, re.MULTILINE) == [
        "odds",
        "evens",
        "odds",
    ]
    scores = re.findall("Score: (.*)", out)
    assert scores == [f"you 0, computer {games}, ties 0." for games in (1, 2, 3, 3)]


@pytest.mark.parametrize("answer", ["n", "No", " N "])
def test_answering_no_ends_the_program(answer: str, shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "2 0 3", answer, "n", answer, "y")
    assert out.count("Leave the game? (y/n) > ") == 2
    assert out.endswith("Score: you 1, computer 0, ties 0.\nGoodbye!\n")


def test_score_of_wins_and_ties(shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "2 0 3", "new", "2 0 3", "n")
    assert re.findall("Score: (.*)", out)[-1] == "you 2, computer 0, ties 0."
    out = shown(match_of("532/215/520 odds"), "2 2 1", "n")
    assert "Score: you 0, computer 0, ties 1." in out
    out = shown(match_of("640/000/000 odds", play="both"), "2 0 3", "n")
    assert "Score: odds 1, evens 0, ties 0." in out


def test_a_game_taken_back_does_not_count(shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "2 0 3", "undo", "2 0 3", "n")
    assert re.findall("Score: (.*)", out) == ["you 1, computer 0, ties 0."] * 3


@pytest.mark.parametrize(
    ("level", "weaker"),
    [
        ("perfect", "level hard (weaker)"),
        ("hard", "level medium (weaker)"),
        ("medium", "level easy (weaker)"),
        ("easy", None),
    ],
)
def test_after_a_loss(level: str, weaker: str | None, shown: Shown) -> None:
    """The game offers the same level, and a weaker one if there is one."""
    end = shown(match_of(EMPTY, level=level), "resign", "n").split("Score: ")[1]
    assert f"Play again as evens, level {level}? Enter for yes, or quit > " in end
    assert ("weaker" in end) == (weaker is not None)
    assert weaker is None or weaker in end


@pytest.mark.parametrize(
    ("level", "stronger"),
    [
        ("easy", "level medium (stronger)"),
        ("medium", "level hard (stronger)"),
        ("perfect", None),
        ("course", None),
    ],
)
def test_after_a_win(level: str, stronger: str | None, shown: Shown) -> None:
    """The game offers the next stronger level by name, and else goes on at the same."""
    match = match_of("640/000/000 odds", level=level)
    out = shown(match, "2 0 3", "quit")
    assert f"Play again as evens, level {level}? Enter for yes, or quit > " in out
    assert ("stronger" in out) == (stronger is not None)
    assert stronger is None or stronger in out
    assert "weaker" not in out


def test_retry(shown: Shown) -> None:
    """`retry` goes back to just before the turning point."""
    match = match_of("261/001/000 evens", play="evens")
    out = shown(match, "0 1 6", "retry", "0 1 2", "n", "y")
    assert "retry (back to where it turned)" in out
    assert "The turning point was move 1. Evens: (0,1) = 6 threw away a win: (" in out
    assert "Back to before (0,1) = 6. That result does not count." in out
    assert match.actions[0] == T3Action(0, 1, 2)


def test_no_retry_of_a_game_that_was_lost_from_the_start(shown: Shown) -> None:
    """The game offers undo instead."""
    match = match_of(EMPTY)
    out = shown(match, *LOST, "retry", "undo", "quit", "y")
    assert "[!] There is no move that you should have made instead." in out
    assert "You can also type level hard (weaker), undo, review" in out
    assert [str(action) for action in match.actions] == ["(1,1) = 5", "(0,0) = 2"]


def test_retry_after_resigning(shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "resign", "undo", "2 0 3", "retry", "n")
    assert "The position wasn't lost: (2,0) = 3 wins at once." in out
    assert "You win: row 0" in out
    assert "[!] There is no move that you should have made instead." in out


def test_whoever_quits_is_not_asked_twice(shown: Shown) -> None:
    assert shown(match_of(EMPTY), "1 1 5", "new 4", "quit").endswith("\nGoodbye!\n")


def test_no_retry_of_a_won_game(shown: Shown) -> None:
    """The mistake was the machine's: after a retry the machine would repeat it."""
    match = match_of("261/001/000 evens", "odds", "easy")
    match.add(T3Action(0, 1, 6))
    out = shown(match, "0 2 5", "retry", "n")
    assert "The turning point was move 1. Evens: (0,1) = 6 threw away a win" in out
    assert "[!] There is no move that you should have made instead." in out


def test_an_empty_line_repeats_the_prompt(shown: Shown) -> None:
    out = shown(match_of(EMPTY), "", "  ")
    assert out.count("Your turn: COLUMN ROW NUMBER (1, 3 or 5) > ") == 3
    assert "[!]" not in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("swap", "You can change sides only against the computer"),
        ("level easy", "Two people play, the computer does not."),
        ("retry", "The game is not over. To take a move back: undo."),
    ],
)
def test_commands_that_two_people_can_not_use(line: str, said: str, shown: Shown) -> None:
    assert f"[!] {said}" in shown(match_of(EMPTY, play="both"), line)


@pytest.mark.parametrize(
    ("start", "play", "lines", "shown_instead_of"),
    [
        ("261/001/000 evens", "evens", ["0 1 6"], "evens when they played (0,1) = 6"),
        (EMPTY, "odds", LOST, "odds when they played (1,0) = 1"),
        (
            "600/000/000 odds",
            "both",
            ["1 0 5", "1 1 2", "2 2 5"],
            "evens when they played (1,1) = 2",
        ),
        ("640/000/000 odds", "odds", ["2 0 3"], "odds when they played (2,0) = 3"),
    ],
    ids=["the mistake", "the last of who lost", "between people", "the winner's"],
)
def test_why_when_the_game_is_over(
    start: str, play: str, lines: list[str], shown_instead_of: str, shown: Shown
) -> None:
    out = shown(match_of(start, play=play), *lines, "why", "n")
    assert f"The choices of {shown_instead_of}:" in out


def test_history_undo_and_level_when_the_game_is_over(shown: Shown) -> None:
    match = match_of("261/001/000 evens", play="evens")
    lines = ["0 1 6", "history", "level easy", "undo", "0 1 2", "quit", "n"]
    out = shown(match, *lines)
    assert "  1. evens (0,1) = 6" in out
    assert "Taken back: (0,1) = 6, (0,2) = 5" in out
    assert (match.actions[0], match.level) == (T3Action(0, 1, 2), "easy")


@pytest.mark.parametrize("line", ["hint", "resign", "0 0 1"])
def test_input_that_needs_an_unfinished_game(line: str, shown: Shown) -> None:
    out = shown(match_of(EMPTY), *LOST, line, "quit")
    assert "[!] The game is over." in out
    assert out.count("Play again as evens, level perfect?") == 2


def test_undo_after_resigning(shown: Shown) -> None:
    match = match_of("640/000/000 odds")
    out = shown(match, "resign", "undo", "2 0 3", "n")
    assert "You go on with the game." in out
    assert "You win: row 0" in out


@pytest.mark.parametrize("typed", ["new", "quit", "exit", "^C", None])
def test_leaving_a_game_that_has_begun(typed: str | None, shown: Shown) -> None:
    """The game asks whether the person wants to leave, and goes on after "n"."""
    match = match_of(EMPTY)
    lines = ["1 1 5", typed, "what?", "n", "history", "quit", "y"]
    out = shown(match, *lines)
    assert out.count(LEAVE) + out.count(DROP) == 3
    assert "[!] Type y for yes, n to play on, or s to save the game first." in out
    assert "  1. odds  (1,1) = 5" in out
    assert out.endswith("\nGoodbye!\n")


def test_leaving_a_game_that_has_not_begun_or_is_over(shown: Shown) -> None:
    assert LEAVE not in shown(match_of(EMPTY), "quit")
    assert LEAVE not in shown(match_of(EMPTY), *LOST, "quit")


def test_ctrl_c_twice_leaves_at_once() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(match_of(EMPTY), Typist("1 1 5", "^C", "^C"), time_limit=10)


def test_saving_over_another_game_asks(tmp_path: Path, shown: Shown) -> None:
    file = tmp_path / "game"
    other = match_of("640/000/000 odds")
    saved_games.save(other, file)
    out = shown(match_of(EMPTY), f"save {file}", "n")
    assert "game holds another game. Replace it? (y/n) > n\n[!] Not saved.\n" in out
    assert saved_games.load(file)[0] == other
    match = match_of(EMPTY)
    out = shown(match, f"save {file}", "y", "1 1 5", f"save {file}")
    assert out.count("Replace it?") == 1
    assert saved_games.load(file)[0] == match


def test_a_game_taken_back_is_another_game(tmp_path: Path, shown: Shown) -> None:
    """`save` asks first, because the file has the actions that `undo` took back."""
    file = tmp_path / "game"
    out = shown(match_of(EMPTY), "1 1 5", f"save {file}", "undo", f"save {file}", "n")
    assert "Replace it?" in out


def test_the_line_that_loads_a_game_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    (tmp_path / "my games").mkdir()
    name = f"{tmp_path}/my games/../my games/one"
    file = tmp_path / "my games" / "one"
    for started, command in [
        ("/usr/bin/t3", "t3"),
        ("t3_game.py", "python t3_game.py"),
        ("/my t3/t3_game.py", "python '/my t3/t3_game.py'"),
    ]:
        monkeypatch.setattr("sys.argv", [started])
        monkeypatch.setenv("COLUMNS", "999")
        assert f"\n{command} --load '{file}'\n" in shown(match_of(EMPTY), f"save {name}")


class Watcher(Typist):
    """A terminal that redraws its screen, and records the screen at each prompt."""

    animated = True

    def __init__(self, capsys: pytest.CaptureFixture[str], *lines: str) -> None:
        super().__init__(*lines)
        self.capsys = capsys
        self.screens: list[str] = []

    def input(self, prompt: str) -> str:
        self.screens.append(self.capsys.readouterr().out.split(CLEAR)[-1] + prompt)
        return super().input(prompt)


ANSWERED = [
    name
    for name in COMMANDS
    if name not in ("help", "rules", "quit", "resign", "new", "swap", "review", "puzzle")
]


@pytest.mark.parametrize("size", [3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (40, 20)])
def test_the_screen(
    size: int,
    columns: int,
    rows: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The screen fits the terminal. It has the board, and the title if there is room."""
    monkeypatch.setenv("COLUMNS", f"{columns}")
    monkeypatch.setenv("LINES", f"{rows}")
    match = Match(T3State(True, [[0] * size] * size), level="easy")
    lines = ["1 1 1", *[it for name in ANSWERED for it in (name, "0 0 9")]]
    watcher = Watcher(capsys, *lines, "resign", "quit")
    play(match, watcher, time_limit=0.2)
    assert len(watcher.screens) == len(lines) + 2
    for screen in watcher.screens:
        assert screen.count("\n") < rows
        assert max(map(len, screen.split("\n")[:-1])) < columns
        if "loses in" in screen:
            continue  # a long list may replace the board
        assert re.search(" +".join(map(str, range(size))), screen)
        if size == 3 or columns > 40:
            assert screen.startswith("Tic-Tac-Total: ")
            assert "You: odds (1, 3 or 5)" in screen.replace("\n", " ").replace("  ", " ")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (40, 20)])
@pytest.mark.parametrize("kind", ["easy", "medium", "hard", "course"])
def test_the_screen_of_a_puzzle(
    kind: str,
    columns: int,
    rows: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The board and the task stay in sight, whatever else is said."""
    monkeypatch.setenv("COLUMNS", f"{columns}")
    monkeypatch.setenv("LINES", f"{rows}")
    lines = ["x", "9 9 9", "why", "answer"]
    watcher = Watcher(capsys, *lines)
    puzzle.solve(watcher, kind, 5)
    assert len(watcher.screens) == len(lines) + 1
    for screen in watcher.screens:
        assert screen.count("\n") < rows
        assert max(map(len, screen.split("\n")[:-1])) < columns
        assert re.search("0 +1 +2", screen)
        assert "to move: w" in screen


def test_a_board_that_is_higher_than_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = Match(T3State(True, [[0] * 25] * 25), play="both")
    watcher = Watcher(capsys, "1 1 5", "help", "", "quit", "y")
    play(match, watcher, time_limit=1)
    shown = ["24  ." in screen for screen in watcher.screens]
    assert shown == [True, True, False, True, True]


def test_the_board_stays_in_sight_where_the_machine_plays_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("t3_play.console.terminal.DELAY", 0)
    monkeypatch.setattr("builtins.input", Mock(side_effect=EOFError))
    play(Match(T3State(True), "none", "easy"), Terminal(Style(), animated=True), 1)
    screens = capsys.readouterr().out.split(CLEAR)[1:]
    assert len(screens) > 4
    assert all("has " in screen for screen in screens)


def test_a_mark_is_explained_when_it_first_appears(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = match_of("000/000/000 odds", play="both")
    watcher = Watcher(capsys, "1 1 5", "0 1 2", "2 2 1", "quit", "y")
    play(match, watcher, time_limit=10)
    meaning = {
        1: ["> < is around the last number of each side."],
        2: [
            "! marks danger: the other side can complete that line with its next number.",
            "Evens' numbers are in parentheses.",
        ],
        3: ["* marks a line that you can complete now, and win."],
    }
    every = [text for texts in meaning.values() for text in texts]
    for at, screen in enumerate(watcher.screens[:4]):
        assert [text for text in every if text in screen] == meaning.get(at, [])
    assert "Type column, row and number: 0 1 5 puts" in watcher.screens[0]
    assert "Type column, row and number" not in watcher.screens[1]


def test_an_empty_line_shows_the_board_again(capsys: pytest.CaptureFixture[str]) -> None:
    """The long text of `help` replaces the board until the person presses Enter."""
    watcher = Watcher(capsys, "help", "", "quit")
    play(match_of(EMPTY), watcher, time_limit=10)
    assert "  rules    how the game goes" in watcher.screens[1]
    assert "has    0" not in watcher.screens[1]
    assert "rules" not in watcher.screens[2]
    assert "needs    13    13    13" in watcher.screens[2]


def test_who_can_win_is_said_against_perfect(shown: Shown) -> None:
    told = "from here evens can always win"
    assert told in shown(match_of(EMPTY))
    assert told not in shown(match_of(EMPTY, play="evens"))
    assert told not in shown(match_of(EMPTY, level="hard"))
    assert told in shown(match_of(EMPTY, level="easy"), "level perfect")
    assert told in shown(match_of(EMPTY, play="evens"), "resign", "")
    wide = Match(T3State(False, [[0] * 9] * 9), play="evens")
    assert "from here odds can always win" in shown(wide, "quit")
    assert "you can tie, but not win" in shown(match_of("014/401/034 odds"))


def test_review_steps_through_the_game(shown: Shown) -> None:
    match = match_of("261/001/000 evens", play="evens")
    out = shown(match, "0 1 6", "review", "", "b", "0 0 5", "", "", "quit")
    assert out.count("[!] Press Enter, or type b or q.") == 1
    first = "1 of 2. Evens: (0,1) = 6 threw away a win: ("
    second = "2 of 2. Odds: (0,2) = 5 wins at once; nothing is better."
    said = re.findall("[12] of 2.*", out)
    assert [text[0] for text in said] == ["1", "2", "1", "1", "2"]
    assert said[0].startswith(first)
    assert said[1] == second
    assert len(match.actions) == 2


def test_a_hint_says_which_move_lost(shown: Shown) -> None:
    match = match_of("261/001/000 evens", play="both")
    out = " ".join(shown(match, "0 1 6", "2 2 1", "hint", "quit", "y").split())
    assert "Every move loses" not in out
    match = match_of("200/000/000 odds", play="both")
    out = " ".join(shown(match, "1 1 5", "1 0 2", "hint", "quit", "y").split())
    assert "Every move loses against best play." in out


def test_load(tmp_path: Path, shown: Shown) -> None:
    other = match_of("640/000/000 odds")
    other.add(T3Action(0, 2, 1))
    saved_games.save(other, tmp_path / "game")
    with open(tmp_path / "game", "a") as file:
        file.write("(1,")
    out = shown(
        match_of(EMPTY), "1 1 5", f"load {tmp_path / 'game'}", "y", "history", "quit"
    )
    assert "Abandon this game for the saved one? (y/n, s to save it) > y" in out
    assert "[!] Loaded without its last line. line 7: '(1,' is not three" in out
    assert "  1. odds  (0,2) = 1" in out
    assert "[!] Not loaded: No such file" in shown(match_of(EMPTY), "load /no/such")


def test_whoever_has_just_saved_is_not_asked(tmp_path: Path, shown: Shown) -> None:
    lines = ["1 1 5", f"save {tmp_path / 'game'}", "quit"]
    assert LEAVE not in shown(match_of(EMPTY), *lines)
    assert LEAVE in shown(match_of(EMPTY), *lines[:2], "2 2 1", "quit", "y")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (40, 20)])
def test_the_board_stays_put(
    columns: int,
    rows: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is drawn at the same place and in the same size at each turn.

    The end of the game may need more room, but leaves the board in sight.
    """
    monkeypatch.setenv("COLUMNS", f"{columns}")
    monkeypatch.setenv("LINES", f"{rows}")
    watcher = Watcher(
        capsys, "1 1 5", "0 1 3", "2 2 1", "resign", "review", "", "q", "quit"
    )
    match = match_of(EMPTY, level="hard")
    match.seed = 6
    play(match, watcher, time_limit=10)
    turns = [screen.split("\n") for screen in watcher.screens if "Your turn" in screen]
    assert len({next(i for i, row in enumerate(it) if " 0 " in row) for it in turns}) == 1
    for screen in watcher.screens:
        assert re.search("0 +1 +2", screen)
        assert screen.count("\n") < rows


def test_what_does_not_fit_is_shown_page_by_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "12")
    watcher = Watcher(capsys, "help", "", "", "", "quit")
    play(match_of(EMPTY, level="easy"), watcher, time_limit=10)
    pages = [screen for screen in watcher.screens if screen.endswith("Enter for more > ")]
    assert len(pages) >= 2
    assert all(screen.count("\n") < 12 for screen in watcher.screens)
    shown = "".join(screen for screen in watcher.screens)
    assert "  help     this list" in shown
    assert "counted from 0" in shown or "count from 0" in shown
