"""The files of the page, and the command that writes them."""

import gzip
import os
from pathlib import Path

import pytest

from t3_play.levels import USUAL_LEVEL, USUAL_SIZE, odds_win
from t3_state import TURNS
from t3_tools.__main__ import main
from written import EXAM, NPM

pytest.importorskip("rich")

pytest_plugins = ["written"]


def write_page(folder: Path, *options: str) -> int:
    """Write the page with the command; returns the exit code."""
    return main(["page", str(folder), *options])


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
    assert write_page(folder) == 2
    assert "not an empty folder" in capsys.readouterr().err


def test_an_address_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write_page(tmp_path / "site", "--address=t3.example") == 2
    assert "'t3.example' does not begin with http://" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="the npm of this test is a shell script")
@pytest.mark.parametrize(
    ("npm", "message"),
    [("", "install it from"), ("echo no network >&2; exit 1", "no network")],
)
def test_a_page_that_npm_can_not_build(
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
    assert write_page(tmp_path / "site") == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
