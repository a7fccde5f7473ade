/* A worker with Python. The first message names what it is for, has the files of the page that Python
   needs, and the page's end of a channel. Each message there is a step's reply for
   t3_tools/page/checking.py, or a job for t3_tools/page/playing.py. */

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

/** @param {any} error @returns what a Python error says, in its last line */
const reasonOf = (error) =>
  String(error.message ?? error)
    .trim()
    .replace(/^[^]*\n/, "")
    .replace(/^\w+: /, "");

/** Python's answer to a text of the page's.
    @param {{ name: "checking" | "playing", files: Record<string, Blob> }} data
    @param {() => void} imported what to do once the player's files are imported
    @returns {Promise<(text: string) => string>} */
async function started({ name, files }, imported) {
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
  if (name === "checking") return module.answer;
  python.runPython("import shutil; shutil.rmtree('/t3')");
  return (job) => module.reply(job, imported);
}

onmessage = async ({ data, ports: [page] }) => {
  page.postMessage({ begun: true });
  /** @param {() => unknown} work */
  const answer = async (work) => {
    try {
      page.postMessage({ answer: await work() });
    } catch (error) {
      page.postMessage({ failed: reasonOf(error) });
    }
  };
  await answer(async () => {
    const python = await started(data, () => page.postMessage({ imported: true }));
    page.onmessage = ({ data }) => answer(() => python(data));
    return "";
  });
};
