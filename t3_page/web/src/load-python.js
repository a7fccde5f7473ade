/* Loads Python into a worker. */

import { loadPyodide } from "pyodide";
// @ts-expect-error: it has no types
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";

/** @param {any} error @returns the last line of an error from Python, which says what went wrong */
export const reasonOf = (error) =>
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

/** @param {string} address of pyodide.asm.wasm's folder @param {string} library a zip file's address
    @param {object} options */
export const loadPython = (address, library, options = {}) =>
  loadPyodide({
    createPyodideModule,
    indexURL: address,
    stdLibURL: library,
    // @ts-expect-error: its type is that of its version
    lockFileContents: { info, packages: {} }, // there are no packages to load
    ...options,
  });
