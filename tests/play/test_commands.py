"""What can be typed at a terminal, and what comes of it; in this process, without one."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest

from t3_play import saved_games
from t3_play.console.commands import COMMANDS
from t3_play.console.terminal import Terminal
from t3_play.console.turns import play
from t3_play.drawing import Style
from t3_play.match import Match, game_with
from t3_state import T3Action, T3State


class Typist(Terminal):
    """A terminal at which these lines are typed, one of them perhaps Ctrl-C."""

    def __init__(self, *lines: str) -> None:
        super().__init__(Style(), animated=False)
        self.lines = list(lines)

    def read(self, prompt: str) -> str | None:
        with patch("builtins.input", self.input):
            return super().read(prompt)

    def input(self, prompt: str) -> str:
        print(prompt, end="")
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if line == "^C":
            raise KeyboardInterrupt
        print(line)
        return line


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def match_of(notation: str, play: str = "odds", level: str = "perfect") -> Match:
    return Match(T3State.from_notation(notation), play, level)


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> "Shown":
    return Shown(capsys)


class Shown:
    """What a terminal shows of a match at which some lines are typed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, match: Match, *lines: str) -> str:
        play(match, Typist(*lines), time_limit=10)
        return self.capsys.readouterr().out


EMPTY = "000/000/000 odds"
LOST = ["1 1 5", "1 0 1"]
"""What loses to the perfect machine on the empty board."""


@pytest.mark.parametrize(
    ("typed", "same_as"),
    [("?", "help"), ("h", "help"), ("H", "help"), ("back", "undo"), ("exit", "quit")],
)
def test_other_names(typed: str, same_as: str, shown: Shown) -> None:
    other, usual = (
        shown(match_of(EMPTY), line, "n").replace(f"> {line}\n", ">\n")
        for line in (typed, same_as)
    )
    assert other == usual


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_works_by_its_beginning(name: str, shown: Shown) -> None:
    shortest = next(
        name[:end]
        for end in range(1, 1 + len(name))
        if [other for other in COMMANDS if other.startswith(name[:end])] == [name]
    )
    whole, short = (
        shown(match_of(EMPTY), "1 1 5", line, "n", "n").replace(f"> {line}\n", ">\n", 1)
        for line in (name, shortest)
    )
    assert short == whole
    assert "is no command" not in whole


def test_help_in_two_columns(shown: Shown) -> None:
    assert re.search("  help +this list +save +keep", shown(match_of(EMPTY), "help"))


def test_rules(shown: Shown) -> None:
    start = game_with(15, 8)(True)
    told = " ".join(shown(Match(start), "rules").split())
    assert "odds place 1, 3, 5 or 7, evens 2, 4, 6 or 8" in told
    assert "sum to exactly 15" in told
    assert "It need not be full" in told
    assert "A ply is one action by one side" in told


def test_swap(shown: Shown) -> None:
    """The machine then plays the person's side."""
    match = match_of("640/000/000 odds")
    out = shown(match, "swap", "y", "n")
    assert "You are evens now.\nThe machine: (2,0) = 3" in out
    assert "The machine wins: row 0 is 6 + 4 + 3 = 13 (1 ply)." in out


def test_swap_after_the_game(shown: Shown) -> None:
    """Another one begins, which the person plays as the other side."""
    match = match_of("640/000/000 odds")
    out = shown(match, "2 0 3", "swap", "quit")
    assert "Odds 1 3 5: the machine (perfect)\nEvens 2 4 6: you\n" in out
    assert "The machine: (2,0) = 3\n" in out


def test_swap_without_the_machine(shown: Shown) -> None:
    out = shown(match_of(EMPTY, play="both"), "swap")
    assert "[!] There are no sides to change" in out


def test_level(shown: Shown) -> None:
    match = match_of(EMPTY)
    out = shown(match, "level", "level hard", "level p", "level med ")
    assert "The machine is perfect; to change that: level easy, level medium" in out
    assert "[!] 'hard' is no level: easy, medium, perfect or stubborn." in out
    assert "The machine is medium" in out
    assert match.level == "medium"


def test_level_without_the_machine(shown: Shown) -> None:
    out = shown(match_of(EMPTY, play="both"), "level easy")
    assert "[!] Two people play, the machine does not." in out


def test_new(shown: Shown) -> None:
    """A game that has begun is left only if that is wanted."""
    out = shown(match_of(EMPTY), "1 1 5", "new", "n", "history", "new", "y", "history")
    assert out.count("Leave this game for a new one? (y/n) >") == 2
    before, after = out.split("new one? (y/n) > y\n")
    assert "  1. odds  (1,1) = 5" in before
    assert "Nothing was played yet." in after


@pytest.mark.parametrize("size", [4, 25])
def test_new_of_another_size(size: int, tmp_path: Path, shown: Shown) -> None:
    """Its board is empty, and the rules are not told again."""
    lines = [f"new {size}", f"save {tmp_path / 'game'}"]
    out = shown(match_of(EMPTY, play="both"), *lines)
    assert f"Tic-Tac-Total, {size} x {size}: " in out
    assert out.count("A line is a row, a column or a diagonal.") == 1
    assert saved_games.load(tmp_path / "game").start == T3State(True, [[0] * size] * size)


@pytest.mark.parametrize("size", ["0", "26", "4x4"])
def test_new_of_no_size(size: str, shown: Shown) -> None:
    out = shown(match_of(EMPTY), f"new {size}")
    assert f"[!] For another board type its size: '{size}' is not a whole number" in out


def test_replay_changes_sides_and_keeps_the_score(shown: Shown) -> None:
    match = match_of(EMPTY)
    out = shown(match, *LOST, "y", "resign", "y", *LOST, "n")
    titles = re.findall("Odds 1 3 5: (.*)\nEvens 2 4 6: (.*)", out)
    machine = "the machine (perfect)"
    assert titles == [("you", machine), (machine, "you"), ("you", machine)]
    scores = re.findall("Score: (.*)", out)
    assert scores == [f"you 0, the machine {games}, ties 0." for games in (1, 2, 3)]


@pytest.mark.parametrize("answer", ["y", "Yes", " Y "])
def test_another_game(answer: str, shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "2 0 3", answer, "quit")
    assert "Evens 2 4 6: you" in out


@pytest.mark.parametrize("answer", ["n", "No", " N "])
def test_no_other_game(answer: str, shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "2 0 3", answer, "y")
    assert out.endswith(f"Play again? (y/n) > {answer}\nGoodbye!\n")


def test_score_of_wins_and_ties(shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "2 0 3", "new", "2 0 3", "n")
    assert re.findall("Score: (.*)", out)[-1] == "you 2, the machine 0, ties 0."
    out = shown(match_of("532/215/520 odds"), "2 2 1", "n")
    assert "Score: you 0, the machine 0, ties 1." in out
    out = shown(match_of("640/000/000 odds", play="both"), "2 0 3", "n")
    assert "Score: odds 1, evens 0, ties 0." in out


def test_a_game_taken_back_does_not_count(shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds"), "2 0 3", "undo", "2 0 3", "n")
    assert re.findall("Score: (.*)", out) == ["you 1, the machine 0, ties 0."] * 2


@pytest.mark.parametrize(
    ("level", "lines", "offer"),
    [
        ("perfect", LOST, "level medium for a weaker machine"),
        ("stubborn", ["resign"], "level perfect for a weaker machine"),
        ("medium", ["resign"], "level easy for a weaker machine"),
        ("easy", ["resign"], None),
    ],
)
def test_another_level_is_offered(
    level: str, lines: list[str], offer: str | None, shown: Shown
) -> None:
    end = shown(match_of(EMPTY, level=level), *lines, "n").split("Score: ")[1]
    assert "Type y to play as evens" in end
    assert ("for a weaker machine" in end) == (offer is not None)
    assert offer is None or offer in end


@pytest.mark.parametrize(
    ("level", "offered"),
    [("easy", "level medium"), ("medium", "level perfect"), ("perfect", None)],
)
def test_a_stronger_level_is_offered(level: str, offered: str | None, shown: Shown) -> None:
    out = shown(match_of("640/000/000 odds", level=level), "2 0 3", "n")
    assert ("for a stronger machine" in out) == (offered is not None)
    assert offered is None or f"{offered} for a stronger machine" in out


def test_a_level_for_the_next_game(shown: Shown) -> None:
    out = shown(match_of(EMPTY), *LOST, "level easy", "y", "quit", "n")
    assert "Odds 1 3 5: the machine (easy, seed 1)" in out


def test_looking_at_a_game_that_is_over(shown: Shown) -> None:
    """The losing action is shown, and can be taken back."""
    match = match_of("261/001/000 evens", play="evens")
    out = shown(match, "0 1 6", "why", "history", "undo", "0 1 2", "quit", "n")
    assert "What evens could do in place of their 1st action, (0,1) = 6:" in out
    assert "wins in 3: (0,1) = 2" in out
    assert "  1. evens (0,1) = 6" in out
    assert "Taken back: (0,1) = 6, (0,2) = 5" in out
    assert match.actions[0] == T3Action(0, 1, 2)


def test_why_when_there_was_no_mistake(shown: Shown) -> None:
    """Then it is the loser's last action that is shown."""
    out = shown(match_of(EMPTY), *LOST, "why", "n")
    assert "What odds could do in place of their 2nd action, (1,0) = 1:" in out
    match = match_of("600/000/000 odds", play="both")
    out = shown(match, "1 0 5", "1 1 2", "2 2 5", "why", "n")
    assert "What evens could do in place of their 1st action, (1,1) = 2:" in out


def test_why_when_the_loser_did_nothing(shown: Shown) -> None:
    """Then it is what the winner did."""
    out = shown(match_of("640/000/000 odds"), "2 0 3", "why", "n")
    assert "What odds could do in place of their 1st action, (2,0) = 3:" in out


@pytest.mark.parametrize("line", ["hint", "moves", "resign", "0 0 1"])
def test_what_means_nothing_when_the_game_is_over(line: str, shown: Shown) -> None:
    out = shown(match_of(EMPTY), *LOST, line, "n")
    assert "[!] The game is over." in out
    assert out.endswith("Play again? (y/n) > n\nGoodbye!\n")


def test_back_into_a_game_that_was_given_up(shown: Shown) -> None:
    match = match_of("640/000/000 odds")
    out = shown(match, "resign", "undo", "2 0 3", "n")
    assert "You go on with the game." in out
    assert "You win: row 0" in out


@pytest.mark.parametrize("answers", [["n"], [" NO "], ["what?", "n"], ["y", ""]])
def test_quit_offers_to_save(answers: list[str], shown: Shown) -> None:
    out = shown(match_of(EMPTY), "1 1 5", "quit", *answers)
    assert "Save the game? (y/n) > " in out
    assert out.endswith("\nGoodbye!\n")
    assert ("[!] Type y for yes, or n for no." in out) == (answers[0] == "what?")


def test_quit_offers_to_save_what_has_begun_only(shown: Shown) -> None:
    assert "Save" not in shown(match_of(EMPTY), "quit")
    assert "Save" not in shown(match_of(EMPTY), *LOST, "quit")


def test_saving_on_leaving(tmp_path: Path, shown: Shown) -> None:
    match = match_of(EMPTY)
    shown(match, "1 1 5", "quit", "yes", str(tmp_path), f" {tmp_path / 'game'} ")
    assert saved_games.load(tmp_path / "game") == match


def test_ctrl_c_and_back(shown: Shown) -> None:
    out = shown(match_of(EMPTY), "1 1 5", "^C", "n", "history", "quit", "n")
    assert "Leave the game? (y/n) > n\n" in out
    assert "  1. odds  (1,1) = 5" in out


def test_ctrl_c_twice_leaves_at_once() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(match_of(EMPTY), Typist("1 1 5", "^C", "^C"), time_limit=10)


def test_saving_over_another_game_asks(tmp_path: Path, shown: Shown) -> None:
    file = tmp_path / "game"
    other = match_of("640/000/000 odds")
    saved_games.save(other, file)
    out = shown(match_of(EMPTY), f"save {file}", "n")
    assert "game holds another game. Replace it? (y/n) > n\n[!] Not saved.\n" in out
    assert saved_games.load(file) == other
    match = match_of(EMPTY)
    out = shown(match, f"save {file}", "y", "1 1 5", f"save {file}")
    assert out.count("Replace it?") == 1
    assert saved_games.load(file) == match


def test_a_game_taken_back_is_another_game(tmp_path: Path, shown: Shown) -> None:
    """The file has what was played before, and would lose it."""
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
    """A terminal of so many rows, that notes what is in sight when it asks."""

    def __init__(self, capsys: pytest.CaptureFixture[str], rows: int, *lines: str) -> None:
        super().__init__(*lines)
        self.capsys = capsys
        self.rows = rows
        self.text = ""
        self.screens: list[str] = []

    def read(self, prompt: str) -> str | None:
        self.text += self.capsys.readouterr().out
        self.screens.append("\n".join(f"{self.text}{prompt}".split("\n")[-self.rows :]))
        return super().read(prompt)


ANSWERED = [name for name in COMMANDS if name not in ("quit", "resign", "new", "swap")]


@pytest.mark.parametrize("size", [3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
def test_no_answer_scrolls_the_board_away(
    size: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """In 24 rows; the board is also there with the values of all actions."""
    match = Match(T3State(True, [[0] * size] * size), level="easy")
    lines = [it for name in ANSWERED for it in (name, "0 0 9", f"{size}")]
    watcher = Watcher(capsys, 24, "1 1 1", *lines, "resign", "n")
    play(match, watcher, time_limit=0.2)
    assert len(watcher.screens) == len(lines) + 3
    for screen in watcher.screens:
        header = re.compile("^ +" + " +".join(map(str, range(size))), re.MULTILINE)
        assert header.search(screen)
        assert re.search("^needs  ", screen, re.MULTILINE) or "+--" in screen


def test_a_long_answer_in_a_small_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be read, and then the board comes, or what is typed counts."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "20")
    watcher = Watcher(capsys, 20, "help", "", "help", "1 1 5", "quit", "n")
    match = match_of(EMPTY)
    play(match, watcher, time_limit=10)
    assert "  rules    how the game goes" in watcher.screens[1]
    assert watcher.screens[1].endswith("Enter for the board > ")
    assert "needs    13    13    13" in watcher.screens[2]
    assert match.actions[0] == T3Action(1, 1, 5)


@pytest.mark.parametrize("rows", [14, 17, 24])
def test_all_that_is_said_at_the_end_leaves_the_board_in_sight(
    rows: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", f"{rows}")
    watcher = Watcher(capsys, rows, *LOST, "n")
    play(match_of(EMPTY), watcher, time_limit=10)
    assert watcher.screens[-1].endswith("Play again? (y/n) > ")
    assert re.search("^ +0 +1 +2", watcher.screens[-1], re.MULTILINE)


def test_the_first_board_has_borders_if_there_is_room(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fewest rows for that are filled from the title to the prompt."""

    def screen(rows: int) -> str:
        monkeypatch.setenv("LINES", f"{rows}")
        watcher = Watcher(capsys, rows)
        play(match_of(EMPTY), watcher, time_limit=10)
        capsys.readouterr()  # what was shown after the last question
        return watcher.screens[0]

    rows = next(rows for rows in range(1, 40) if "+--" in screen(rows))
    assert len(screen(rows).split("\n")) == rows


@pytest.mark.parametrize(
    ("command", "more_rows"),
    [("help", 0), ("rules", 0), ("help".ljust(36), 0), ("help".ljust(37), 1)],
)
def test_the_board_waits_for_enter_only_if_it_must(
    command: str,
    more_rows: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In one row more it comes by itself, and all is in sight from the command on.

    With 37 characters behind the prompt the command has a second row.
    """

    def screen(rows: int) -> str:
        monkeypatch.setenv("LINES", f"{rows}")
        watcher = Watcher(capsys, rows, "level", command)
        play(match_of(EMPTY), watcher, time_limit=10)
        return watcher.screens[2]

    waits = "Enter for the board > "
    rows = next(rows for rows in range(40, 0, -1) if screen(rows).endswith(waits))
    assert screen(rows + 1).split("\n")[more_rows].endswith(f"> {command}")
