/* Python for the page. It answers one question at a time. Question and answer are texts in JSON.

   Python takes seconds to start and to import our modules. So the cache of offline.js also
   keeps the memory of a Python that has done both, and later workers begin with that. */

// @ts-expect-error: only the site has this file
import { loadPyodide } from "./pyodide/pyodide.mjs";

const CACHE = `${new URL(".", location.href)} {{version}}`;
const MEMORY = `memory-${encodeURIComponent(navigator.userAgent)}`;

/** Load Python; returns the function that answers a question.
    @returns {Promise<(question: string) => string>} */
async function load() {
  const cache = await self.caches?.open(CACHE); // none if the page came unencrypted
  const memory = await cache?.match(MEMORY);
  const restored = memory && (await fromMemory(await memory.arrayBuffer()));
  const python = restored ?? (await started(cache));
  return python.pyimport("t3_tools.page.explorer").answer;
}

/** Start Python with a memory; returns nothing if that fails.
    @param {ArrayBuffer} memory */
const fromMemory = (memory) => loadPyodide({ _loadSnapshot: memory }).catch(() => null);

/** Start Python, import our modules, and keep the memory.
    @param {Cache | undefined} cache */
async function started(cache) {
  const [python, response] = await Promise.all([
    loadPyodide({ _makeSnapshot: true }),
    fetch("python.zip", { cache: "no-cache" }),
  ]);
  python.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/t3" });
  python.runPython('import sys; sys.path.insert(0, "/t3"); import t3_tools.page.explorer');
  for (const { url } of (await cache?.keys()) ?? [])
    if (url.includes("/memory-")) await cache?.delete(url); // of an earlier browser
  // If the cache is full, only the next visit takes longer.
  await cache?.put(MEMORY, new Response(python.makeMemorySnapshot())).catch(() => {});
  return python;
}

/** The last line of an error from Python, which says what went wrong.
    @param {any} error */
const reasonOf = (error) =>
  String(error.message ?? error)
    .match(/.+/g)
    ?.at(-1);

/** @param {any} error */
const fail = (error) => postMessage({ failed: reasonOf(error) });

// Pyodide does not always pass it on if a file does not arrive.
const originalFetch = self.fetch;
self.fetch = async (...request) => {
  try {
    const response = await originalFetch(...request);
    if (response.ok) return response;
    throw new Error(`${response.url}: ${response.status}`);
  } catch (error) {
    fail(error);
    throw error;
  }
};

load().then((answer) => {
  onmessage = ({ data: question }) => {
    try {
      postMessage({ answer: answer(question) });
    } catch (error) {
      fail(error);
    }
  };
  postMessage({ ready: true });
}, fail);
