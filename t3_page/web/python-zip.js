/* Writes what Python needs in the browser, compiled: `node python-zip.js OURS ZIP`, where the zip
   file OURS has our own modules. Of the standard library, ZIP gets what they use. */

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [ours, target] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile("/ours.zip", new Uint8Array(readFileSync(ours)));
python.runPython(`
import json, sys

sys.path.insert(0, "/ours.zip")
from t3_play.match import Match
from t3_play.saved_games import text_of
from t3_state import T3State
from t3_page.explorer import answer

for level in ("easy", "medium", "perfect"):
    game = text_of(Match(T3State(True, [[0] * 5] * 5), level=level))
    for ask in ("values", "value", "replied", "unknown"):
        try:
            answer(json.dumps({"ask": ask, "game": game, "seconds": 0.1}))
        except Exception as error:
            import traceback
            traceback.format_exception(error)
used = {getattr(it, "__file__", None) or "" for it in list(sys.modules.values())}

import importlib.util, marshal, zipfile

with zipfile.ZipFile("/python.zip", "w") as target:
    for path in sorted(used):
        zip, _, name = path.partition(".zip/")
        if name.endswith(".py"):
            source = zipfile.ZipFile(zip + ".zip").read(name)
            code = marshal.dumps(compile(source, name, "exec", dont_inherit=True, optimize=2))
            header = importlib.util.MAGIC_NUMBER + bytes(12)
            target.writestr(zipfile.ZipInfo(name + "c"), header + code)
`);
writeFileSync(target, python.FS.readFile("/python.zip"));
