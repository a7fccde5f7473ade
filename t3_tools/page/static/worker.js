/* Python for the page. It answers one question at a time. Question and answer are texts in JSON.

   Python takes seconds to start and to import our modules. So a cache keeps the memory of
   a Python that has done both, and every later worker begins with that memory. The cache
   also keeps Pyodide's files, so that the page works offline. */

// @ts-expect-error: only the site has this file
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/t3";

/** @type {Cache | undefined} */
let cache; // none if the page came unencrypted
let version = ""; // changes if any file changes

const fetchAnew = self.fetch;
self.fetch = async (/** @type {any} */ url, options) =>
  // Pyodide calls this for its files
  (await cache?.match(`${url}?${version}`)) ?? fetchAnew(url, options);

/** Load Python; returns the function that answers a question. */
async function load() {
  const response = await fetched("files.json", { cache: "no-cache" });
  const site = await response.json();
  version = site.version;
  cache = await self.caches?.open(`${new URL(".", location.href)} ${version}`); // as in offline.js
  const key = `memory-${encodeURIComponent(navigator.userAgent)}`;
  const python = (await restored(key)) ?? (await begun(site.files, key));
  return python.pyimport("t3_tools.page.explorer").answer;
}

/** Start Python with the memory in the cache; returns nothing if that is missing or fails.
    @param {string} key */
async function restored(key) {
  const kept = await cache?.match(key);
  try {
    return kept && (await loadPyodide({ _loadSnapshot: kept.arrayBuffer() }));
  } catch {
    return null;
  }
}

/** Start Python anew, import our modules, and put the memory into the cache.
    @param {Record<string, number>} files @param {string} key */
async function begun(files, key) {
  const contents = await downloaded(files);
  const python = await loadPyodide({ _makeSnapshot: true });
  for (const [name, content] of contents) {
    if (!name.startsWith("python/")) continue;
    const path = name.replace("python", HOME);
    python.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(path, new Uint8Array(await content.arrayBuffer()));
  }
  python.runPython(`import sys; sys.path.insert(0, "${HOME}"); import t3_tools.page.explorer`);
  await keep(key, python.makeMemorySnapshot());
  return python;
}

/** Put content into the cache. If the cache is full, only the next visit takes longer.
    @param {string} key @param {any} content */
async function keep(key, content) {
  await cache?.put(key, new Response(content)).catch(() => {});
}

/** Fetch the contents of the files by name. Reports to the page how many bytes have arrived.
    @param {Record<string, number>} files @returns {Promise<[string, Blob][]>} */
async function downloaded(files) {
  const names = Object.keys(files).filter((name) => !name.endsWith(".mjs")); // the import loads .mjs
  const size = names.reduce((sum, name) => sum + files[name], 0);
  let loaded = 0;
  return Promise.all(
    names.map(async (name) => {
      const { body, headers } = await fetched(`${name}?${version}`);
      const parts = [];
      for (let reader = body?.getReader(), part; reader && !(part = await reader.read()).done;) {
        parts.push(part.value);
        postMessage({ loaded: (loaded += part.value.length), size });
      }
      const content = new Blob(parts, { type: headers.get("content-type") ?? "" });
      if (name.startsWith("pyodide/")) await keep(`${name}?${version}`, content);
      return /** @type {[string, Blob]} */ ([name, content]);
    }),
  );
}

/** @param {string} name @param {RequestInit} [options] */
async function fetched(name, options) {
  const response = await fetch(name, options);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** The last line of an error from Python, which says what went wrong.
    @param {any} error */
const reasonOf = (error) =>
  String(error.message ?? error)
    .trim()
    .split("\n")
    .at(-1);

load().then(
  (answer) => {
    onmessage = ({ data: question }) => {
      try {
        postMessage({ answer: answer(question) });
      } catch (error) {
        postMessage({ failed: reasonOf(error) });
      }
    };
    postMessage({ ready: true });
  },
  (error) => postMessage({ failed: reasonOf(error) }),
);
