"""What `explain` says of a position is true, and the command prints it."""

import os
import random
import re
from collections.abc import Iterator
from functools import partial

import pytest

pytest.importorskip("rich")

import commands
from oracle import Oracle
from positions import random_position, seeds
from t3_play.advice import pressure
from t3_play.descriptions import completed, name_of
from t3_play.sums import threats
from t3_player import Clock, T3Player
from t3_state import T3Action, T3State
from t3_tools.__main__ import main
from t3_tools.explain import reasons
from t3_tools.explain.drawing import readable
from t3_tools.explain.explanation import explain
from t3_tools.explain.mistake import way_to_mistake
from t3_tools.explain.recording import Visit, record
from t3_tools.textbook import TextbookPlayer

SHOW_CASE = "120/000/000 evens"
TRAPS = [SHOW_CASE, "261/001/000 evens", "000/200/161 odds", "161/004/000 evens"]
"""The textbook plays two blunders, then a wrong depth, then the later of equals."""
EMPTY, BIG = ("/".join(["0" * size] * size) + " odds" for size in (25, 40))
ORACLE = Oracle()


def states(seed: int, count: int, most_holes: int) -> Iterator[T3State]:
    """`count` 3 x 3 states, reached by random play, in which nobody has won."""
    rng = random.Random(seed)
    for _ in range(count):
        yield T3State(*random_position(rng, 3, rng.randint(0, most_holes)))


def ends_at_once(state: T3State) -> bool:
    """Whether the side to move can win at once."""
    return any(ORACLE.is_won(child.board) for _, child in state.get_transitions())


# Threats, reasons and values.


def test_threats_are_what_wins_at_once() -> None:
    for state in states(4, 200, 8):
        for odd in (True, False):
            found = threats(state, odd)
            moved = T3State(odd, state.board)
            wins = {
                (action.col(), action.row(), action.move())
                for action, child in moved.get_transitions()
                if ORACLE.is_won(child.board)
            }
            assert {(*cell, it.needs) for it in found for cell in it.holes} == wins
            for it in found:
                for col, row in it.holes:
                    done = moved.get_next_state(T3Action(col, row, it.needs))
                    assert name_of(it.line) in completed(done)


def longest(state: T3State) -> int:
    return ORACLE.lasts(state.odd_turn, state.board)


@pytest.mark.parametrize("seed", seeds(1, 2))
def test_reasons_are_true(seed: int) -> None:
    kinds = set()
    for state in states(10 + seed, 150, 6):
        best = T3Player().evaluate(state)
        lost = reasons.lost_side(state, best)
        if lost is None:
            continue
        after = [child for _, child in lost.get_transitions()]
        at_once = [ends_at_once(child) for child in after]
        text = " ".join(reasons.reasons(state, best, Clock()))
        trouble = pressure(lost)
        assert trouble in text
        delayed = re.search("loses? later|in the end", trouble)
        assert all(at_once) == (delayed is None)
        if best.utility == 1:
            turns = (2 + longest(lost)) // 2
            assert f"in at most {turns} move" in text
        else:
            stated = re.search(r"Play (.*): nothing lasts longer", text)
            assert stated
            actions = {str(action): child for action, child in lost.get_transitions()}
            assert 1 + longest(actions[stated[1]]) == longest(lost)
        kinds.add((best.utility, all(at_once), longest(lost)))
    assert len(kinds) > 3


@pytest.mark.parametrize("seed", range(2))
def test_every_attempt_of_a_lost_side_is_answered(seed: int) -> None:
    for state in states(20 + seed, 100, 6):
        lost = reasons.lost_side(state, T3Player().evaluate(state))
        if lost is None:
            continue
        found = {it.to: it for it in reasons.answers(lost, Clock())}
        for attempt, child in lost.get_transitions():
            assert (attempt not in found) == ends_at_once(child)
            if attempt in found:
                after = child.get_next_state(found[attempt].action)
                assert ORACLE.value(after.odd_turn, after.board).utility == -1
                assert longest(after) + 1 == longest(child)


def sentences(notation: str) -> str:
    return " ".join(explain(T3State.from_notation(notation), 60).sentences)


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("643/000/000 evens", "The game is over: odds have won, row 0 is 6 + 4 + 3 = 13."),
        ("532/215/522 odds", "The game is over, a tie: odds have no empty cell."),
        (
            "532/215/520 evens",
            "Play (2,2) = 6 to win at once: row 2 is 5 + 2 + 6 = 13 and column 2 is "
            "2 + 5 + 6 = 13.",
        ),
        (
            "560/120/040 odds",
            "Odds lose, whatever they do: evens threaten row 0 (2 on (2,0)) and the "
            "diagonal from the top left (6 on (2,2)), and nothing stops both. Play "
            "(2,0) = 1: nothing lasts longer. On the ladder a shorter loss "
            "is better: (0,2) = 1 loses in 2.",
        ),
        (
            "261/341/500 evens",
            "Odds threaten column 1 (3 on (1,2)). Only a number on (1,2) stops that. "
            "Play (1,2) = 2: it ties, and nothing does better.",
        ),
        (
            "210/050/000 odds",
            "Odds lose, whatever they do: evens threaten the diagonal from the top left "
            "(6 on (2,2)); all but 3 of odds' 18 replies let evens win with their next "
            "move; those lose later. "
            "Play (2,2) = 1: nothing lasts longer. On the ladder a shorter "
            "loss is better: (0,1) = 1 loses in 2.",
        ),
    ],
)
def test_what_is_said(notation: str, words: str) -> None:
    assert sentences(notation) == words


def test_what_is_not_proven_is_not_claimed() -> None:
    found = explain(T3State(True, [[0] * 5] * 5), 0)
    assert not found.best.exact
    assert "time ran out" in found.sentences[0]
    assert not any(value.exact for value in found.values)
    assert found.values[0].action == found.best.action
    assert (found.line, found.answers) == ([], [])


def test_a_best_action_that_is_proven_stays_first() -> None:
    """Time may run out before the search of all actions proves it again."""
    state = T3State.from_notation("00000/00000/00600/00050/00000 evens")
    found = explain(state, 0)
    assert found.best.exact
    assert found.values[0] == found.best


def test_what_all_actions_prove_is_proven() -> None:
    """If every action is proven, so is the best, even if its own search had no time."""
    state = T3State.from_notation("052/326/243 odds")
    assert not T3Player(time_limit=0).evaluate(state).exact
    found = explain(state, 0)
    assert found.best.exact
    assert found.values[0] == found.best
    assert "time ran out" not in " ".join(found.sentences)


# The recorded textbook search.


def visits(root: Visit) -> Iterator[Visit]:
    """All visits of a recorded search."""
    yield root
    for child in root.children:
        yield from visits(child)


def truth(root: Visit, visit: Visit) -> int:
    """The utility of a position for the side that began the search."""
    odd = visit.state.odd_turn
    return ORACLE.value(odd, visit.state.board).utility * (
        1 if odd == root.state.odd_turn else -1
    )


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_the_tree(seed: int) -> None:
    """The recording has true bounds, sound cuts, and the result of the textbook."""
    cuts = 0
    for state in states(30 + seed, 25, 5):
        root = record(state)
        assert root.found == TextbookPlayer().search(state)
        assert root.found.utility == truth(root, root)
        for visit in visits(root):
            lower, upper = visit.bounds()
            assert lower <= truth(root, visit) <= upper
            assert visit.found.utility in (lower, upper)
            assert visit.maximise == (visit.state.odd_turn == state.odd_turn)
            actions = [action for action, _ in visit.state.get_transitions()]
            searched = [child.action for child in visit.children]
            if searched:
                assert searched + visit.skipped() == actions
            if visit.skipped() and visit.maximise:
                assert visit.found.utility >= visit.beta
            elif visit.skipped():
                assert visit.found.utility <= visit.alpha
            cuts += len(visit.skipped())
    assert cuts > 0


@pytest.mark.long
def test_the_mistake() -> None:
    """way_to_mistake() leads over wrong values to where the best action was cut."""
    mistakes = 0
    for state in [*map(T3State.from_notation, TRAPS), *states(40, 60, 5)]:
        root = record(state)
        path = way_to_mistake(root)
        right = T3Player().choose(state)
        assert (path == []) == (root.found.action == right)
        for ply, visit in enumerate(path[1:], start=1):
            value = ORACLE.value(visit.state.odd_turn, visit.state.board)
            exact = (truth(root, visit), ply + value.depth)
            assert visit.found[:2] != exact
            assert visit in path[ply - 1].children
        if path:
            last = path[-1].state
            best = ORACLE.value(last.odd_turn, last.board).action
            assert best is not None
            assert T3Action(*best) in path[-1].skipped()
            mistakes += 1
    assert mistakes >= len(TRAPS)


def test_how_much_of_a_tree_is_shown() -> None:
    small, big = (record(T3State.from_notation(text)) for text in ("26/35 odds", SHOW_CASE))
    assert readable(small) == 0
    assert readable(big) == 2


# The command.


run = partial(commands.run, "t3_tools", "explain")
call = partial(commands.call, main, "explain")


def test_the_show_case() -> None:
    done = run(*SHOW_CASE.split(), "--textbook")
    assert done.stderr == ""
    words = " ".join(done.stdout.replace("│", " ").split())
    assert "Play (0,1) = 2: evens win whatever odds do" in words
    assert "Whatever else odds play, evens complete a line at once." in words
    assert "(1,1) = 6 loses in 2 wins in 3 * at most 1 (1 of 18 searched)" in words
    assert "plays (1,1) = 6, which loses in 2: odds (1,2) = 5, column 1" in words
    assert "The cut left out (1,2) = 5 of odds: value -1, end 2." in words
    assert words.index("The cut left out") < words.index("What to play")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["nonsense"], "'nonsense' is not a board and a turn"),
        (["120/00/000 odds"], "board not square"),
        (["128/000/000 odds"], "(2,0) holds '8'"),
        ([BIG], "a board of 40 is too big: 25 at most"),
        ([EMPTY, "--tree"], "a tree of more than 100,000 positions"),
        ([EMPTY, "--textbook"], "a tree of more than 100,000 positions"),
    ],
)
def test_bad_requests(options: list[str], complaint: str) -> None:
    done = call(*options, code=2)
    assert done.stdout == ""
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
def test_where_there_is_only_ascii() -> None:
    done = run(SHOW_CASE, "--tree", "--textbook", PYTHONIOENCODING="ascii")
    assert done.stderr == ""
    assert done.stdout.isascii()


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_in_a_terminal_ctrl_c_ends_it() -> None:
    position = "/".join(["0" * 8] * 8) + " odds"
    terminal = commands.Terminal("t3_tools", "explain", position)
    terminal.wait_for("Thinking")
    terminal.process.sendintr()
    assert "stopped" in terminal.finish(130)
