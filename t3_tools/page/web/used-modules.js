/* Prints which modules of Python's standard library the page uses: `node used-modules.js ZIP`,
   where ZIP has our own modules. */

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(process.argv[2])), "zip", { extractDir: "/t3" });
const names = python.runPython(`
import json, sys
from pathlib import Path

sys.path.insert(0, "/t3")
from t3_play.match import Match
from t3_play.saved_games import text_of
from t3_state import T3State
from t3_tools.page.explorer import answer

for level in ("easy", "medium", "perfect"):
    game = text_of(Match(T3State(True, [[0] * 5] * 5), level=level))
    for ask in ("values", "value", "replied", "unknown"):
        try:
            answer(json.dumps({"ask": ask, "game": game, "seconds": 0.1}))
        except Exception as error:
            import traceback
            traceback.format_exception(error)
library = next(it for it in sys.path if it.endswith(".zip"))
files = {getattr(it, "__file__", None) or "" for it in list(sys.modules.values())}
json.dumps(sorted(it[len(library) + 1:] for it in files if it.startswith(library)))
`);
console.log(names);
