/* A worker with Python. The first message names what it is for, and each further one is a question
   for t3_tools/page/checking.py, or a job for t3_tools/page/playing.py. */

import { loadPyodide } from "pyodide";
// @ts-expect-error: it has no types
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";

const MOST_MEMORY = 600_000_000; // bytes, as t3_tools/grade/limits.py has it

const { grow } = WebAssembly.Memory.prototype;
/** @param {number} pages */
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST_MEMORY) throw new RangeError("memory");
  return grow.call(this, pages); // otherwise Python raises MemoryError
};

/** @param {any} error @returns the last line of an error from Python, which says what went wrong */
const reasonOf = (error) =>
  String(error.message ?? error)
    .match(/.+/g)
    ?.at(-1) ?? "";

// Pyodide does not always pass it on if a file does not arrive, and needs a file type that some
// servers don't know.
const originalFetch = self.fetch;
self.fetch = async (...request) => {
  try {
    const response = await originalFetch(...request);
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
  } catch (error) {
    postMessage({ failed: `Python could not be loaded. ${reasonOf(error)}` });
    throw error;
  }
};

/** @type {(message: string) => string} */
let answer;

/** @param {"checking" | "playing"} name */
async function start(name) {
  const here = new URL(".", import.meta.url).href;
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: here,
    stdLibURL: `${here}python_stdlib.zip`,
    // @ts-expect-error: its type is that of its version
    lockFileContents: { info, packages: {} }, // there are no packages to load
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
