"""The command that writes the page, its files, and what it makes of a forged reply."""

import gzip
import json
import os
from base64 import b64encode
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from handed_in import COURSE, COURSE_STATE
from t3_play.levels import USUAL_LEVEL, USUAL_SIZE, odds_win
from t3_state import TURNS
from t3_tools.__main__ import main
from t3_tools.page.checking import answer
from written import EXAM, NPM

pytest.importorskip("rich")

pytest_plugins = ["written"]


@NPM
@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_site_has_all_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    offline = (folder / "offline.js").read_text()
    kept = {it.relative_to(folder).as_posix() for it in folder.rglob("*") if it.is_file()}
    loaded = {it for it in kept if not it.endswith((".png", ".py", ".md", ".v"))}
    for name in loaded - {"index.html", "offline.js"} | {"touch-icon.png"}:
        assert (name in offline) != name.startswith("check")
    page = (folder / "index.html").read_text()
    assert len(gzip.compress(page.encode())) < 40_000
    assert 'content="https://t3.example/play/preview.png"' in page
    assert 'href="check.html"' in page
    for usual in (TURNS[odds_win(USUAL_SIZE)], USUAL_LEVEL):
        assert f"<option selected>{usual}</option>" in page
    assert f'value="{USUAL_SIZE}" required' in page
    assert (folder / "check" / "exam.txt").read_text() == EXAM
    assert "{{" not in page
    assert main(["page", str(folder)]) == 2
    assert "not an empty folder" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="the npm of this test is a shell script")
@pytest.mark.parametrize(
    ("npm", "message"),
    [("", "install it from"), ("echo no network >&2; exit 1", "no network")],
)
def test_a_page_that_can_not_be_built(
    npm: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if npm:
        (tmp_path / "npm").write_text(f"#!/bin/sh\n{npm}\n")
        (tmp_path / "npm").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    command = ["page", str(tmp_path / "site")]
    assert main(command) == 1
    assert message in capsys.readouterr().err
    assert main([*command, "--address=t3.example"]) == 2
    assert "'t3.example' does not begin with http://" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


FILES = {"t3_player.py": COURSE, "t3_state.py": COURSE_STATE}


def ask(**message: object) -> Any:
    return json.loads(answer(json.dumps(message)))


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ({"answer": '{"verdict": "exact"}'}, "which is not an answer"),
        ({"answer": '{"fault": "the disk is full"}'}, "which is not an answer"),
        ({"failed": "signal SIGKILL"}, "its Python ended: 'signal SIGKILL'"),
        ({"late": True}, "no answer in 15 s"),
    ],
)
def test_a_reply_without_an_answer(reply: dict[str, object], words: str) -> None:
    files = {name: b64encode(text.encode()).decode() for name, text in FILES.items()}
    first = ask(files=files, seed=1, own="block 10 odds 320/632/003\n")
    assert first["status"] == "Case 1 of 1, for 60 s at most"
    ask(**reply, imported=True, clock=1)
    report = unescape(ask()["report"])
    assert "<h1>0 of 100</h1>" in report
    assert words in report
