/* A worker with Python. The first message names what it is for, and has the files of the page that
   Python needs. Each further one is a question for t3_tools/page/checking.py, or a job for
   t3_tools/page/playing.py. */

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

/** @type {(message: string) => string} */
let answer;

/** @param {{ name: "checking" | "playing", files: Record<string, Blob> }} message */
async function start({ name, files }) {
  self.fetch = async (address) => {
    const file = files[String(address).replace(/.*\//, "")];
    return new Response(file, { headers: { "Content-Type": "application/wasm" } });
  };
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://localhost", // nothing is loaded from there
    // @ts-expect-error: its type is that of its version
    lockFileContents: { info, packages: {} }, // there are no packages to load
    env: { PYTHONHASHSEED: "0" },
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
  });
  python.unpackArchive(await files["ours.zip"].arrayBuffer(), "zip", { extractDir: "/t3" });
  python.runPython("import sys; sys.path.insert(0, '/t3')");
  const module = python.pyimport(`t3_tools.page.${name}`);
  if (name === "checking") answer = module.answer;
  else answer = (job) => module.reply(job, () => postMessage({ imported: true }));
  if (name === "playing") python.runPython("import shutil; shutil.rmtree('/t3')");
  return "";
}

postMessage({ begun: true });

onmessage = async ({ data }) => {
  try {
    postMessage({ answer: answer ? answer(data) : await start(data) });
  } catch (error) {
    postMessage({ failed: reasonOf(error) });
  }
};
