/* The worker in which Python answers questions about wider boards: t3_tools/page/explorer.py. */

import { loadPyodide } from "pyodide";
// @ts-expect-error: it has no types
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";

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
    const type = response.url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(response.body, { headers: { "Content-Type": type } });
  } catch (error) {
    postMessage({ failed: `Python could not be loaded. ${reasonOf(error)}` });
    throw error;
  }
};

async function load() {
  const here = new URL(".", self.location.href).href;
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: here,
    stdLibURL: `${here}python.zip`, // with our modules
    // @ts-expect-error: its type is that of its version
    lockFileContents: { info, packages: {} }, // there are no packages to load
  });
  const { answer } = python.pyimport("t3_tools.page.explorer");
  onmessage = ({ data: question }) => {
    if (!question) return; // nobody waits for the answer, which comes soon
    try {
      const result = JSON.parse(answer(JSON.stringify(question)));
      postMessage(result.error ? result : { answer: result });
    } catch (error) {
      postMessage({ error: reasonOf(error) });
    }
  };
  postMessage({ ready: true });
}

load().catch((error) => postMessage({ failed: `Python could not start. ${reasonOf(error)}` }));
