"""What the page makes of the messages of a player's worker, which may be forged."""

import json
from base64 import b64encode
from html import unescape
from typing import Any

import pytest

from handed_in import COURSE, COURSE_STATE
from t3_tools.page.checking import answer

FILES = {"t3_player.py": COURSE, "t3_state.py": COURSE_STATE}


def ask(**message: object) -> Any:
    """Ask as the page does."""
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
