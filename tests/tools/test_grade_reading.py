"""Reading submissions: no player vanishes, and no two students share a row."""

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from handed_in import POSIX, Contents, packed, write
from t3_tools.grade.intake.submissions import Submissions, read

pytestmark = POSIX

FOLDERS = ("ann", "Bo Li", "hw.zip", "x.tar", "src", "venv", "Al_1_assignsubmission_file_")
COPIES = ("t3_player - Copy.py", "t3_player (1).py", "t3_player.py.txt", "ann_t3_player.py")
PLAYERS = ("t3_player.py", "T3_Player.py", "a.py", "hw.ipynb", ".t3_player.py.icloud")
OTHERS = ("t3_state.py", "notes.txt", "._t3_player.py", "12_3_4_b.py")

PATHS = st.builds(
    lambda folders, name: "/".join([*folders, name]),
    st.lists(st.sampled_from(FOLDERS), max_size=3),
    st.sampled_from(PLAYERS + COPIES + OTHERS),
)


def told(path: str, found: Submissions) -> bool:
    """Whether a path is named, as it is seen from a folder."""
    remarks = [remark for it in found for remark in it.remarks]
    words = [*found.unread, *re.split("[,:;] | was |only one of ", ", ".join(remarks))]
    return any(
        f"/{it}".endswith(f"/{path}") or f"/{path}".endswith(f"/{it}") for it in words
    )


@settings(max_examples=50)
@given(st.sets(PATHS, min_size=1, max_size=6))
def test_nothing_vanishes(paths: set[str]) -> None:
    """Each player is graded in one row, or named, unless there is a question."""
    files: Contents = {
        it: f"x = {at}" if it.endswith(OTHERS) else f"def choose(): return {at}"
        for at, it in enumerate(sorted(paths))
    }
    with TemporaryDirectory() as place:
        try:
            found = read([write(Path(place, "class"), packed(files))])
        except ValueError:
            return
    rows = {
        path: [at for at, it in enumerate(found) if str(text).encode() in it.files.values()]
        for path, text in files.items()
    }
    for path, at in rows.items():
        if "venv" not in path and not path.endswith(OTHERS):
            assert len(at) == 1 or (not at and told(path, found)), path
    above = len(os.path.commonprefix([it.split("/")[:-1] for it in rows]))  # noqa: RUF071
    tops = {(it.split("/")[above], *at) for it, at in rows.items() if at}
    if found.how.startswith("Each folder"):
        assert len(tops) == len({at for _, at in tops})
