/* A worker with Python. The first message names what it is for, and each further one is a question
   for t3_tools/page/checking.py, or a job for t3_tools/page/playing.py. */

import { loadPython, reasonOf } from "./load-python.js";

const MOST_MEMORY = 600_000_000; // bytes, as t3_tools/grade/limits.py has it

const { grow } = WebAssembly.Memory.prototype;
/** @param {number} pages */
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST_MEMORY) throw new RangeError("memory");
  return grow.call(this, pages); // otherwise Python raises MemoryError
};

/** @type {(message: string) => string} */
let answer;

/** @param {"checking" | "playing"} name */
async function start(name) {
  const here = new URL(".", import.meta.url).href;
  const python = await loadPython(`${here}../python/`, `${here}python_stdlib.zip`, {
    env: { PYTHONHASHSEED: "0" },
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
  });
  const ours = await fetch(`${here}ours.zip`);
  python.unpackArchive(await ours.arrayBuffer(), "zip", { extractDir: "/t3" });
  python.runPython("import sys; sys.path.insert(0, '/t3')");
  const module = python.pyimport(`t3_tools.page.${name}`);
  if (name === "checking") answer = module.answer;
  else answer = (job) => module.reply(job, () => postMessage({ imported: true }));
  if (name === "playing") python.runPython("import shutil; shutil.rmtree('/t3')");
}

onmessage = async ({ data }) => {
  try {
    postMessage({ answer: answer ? answer(data) : await start(data) });
  } catch (error) {
    postMessage({ failed: reasonOf(error) });
  }
};
