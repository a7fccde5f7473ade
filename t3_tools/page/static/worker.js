/* Python for the page: it answers one question after the other, as text in JSON.

   To start Python and import our modules takes seconds. So a cache keeps the memory of a
   Python that has done both, and every later worker begins with that. The cache also keeps
   Pyodide's files: they are too large for the one that the browser has for all pages. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/t3";

const cache = await self.caches?.open("Tic-Tac-Total"); // none where the page came unencrypted
let version; // changes with any file

const fetchAnew = self.fetch;
self.fetch = async (url, options) => // Pyodide fetches its files by this
  (await cache?.match(`${url}?${version}`)) ?? fetchAnew(url, options);

/** The function that answers. */
async function load() {
  const response = await fetched("files.json", { cache: "no-cache" });
  const site = await response.json();
  version = site.version;
  const key = `memory-${version}-${encodeURIComponent(navigator.userAgent)}`;
  const python = (await restored(key)) ?? (await begun(site.files, key));
  return python.pyimport("t3_tools.page.explorer").answer;
}

/** Python with the memory that is in the cache, if it is there and fits. */
async function restored(key) {
  const kept = await cache?.match(key);
  try {
    return kept && (await loadPyodide({ _loadSnapshot: kept.arrayBuffer() }));
  } catch {
    return null;
  }
}

/** Python from the beginning, with our modules; its memory goes into the cache. */
async function begun(files, key) {
  for (const old of (await cache?.keys()) ?? []) await cache.delete(old);
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

/** Put something into the cache, which may be full: then the next visit takes longer. */
async function keep(key, content) {
  await cache?.put(key, new Response(content)).catch(() => {});
}

/** The contents of the files by name; it reports to the page how many bytes have arrived. */
async function downloaded(files) {
  const names = Object.keys(files).filter((name) => !name.endsWith(".mjs")); // imported
  const size = names.reduce((sum, name) => sum + files[name], 0);
  let loaded = 0;
  return Promise.all(names.map(async (name) => {
    const { body, headers } = await fetched(`${name}?${version}`);
    const parts = [];
    for (let reader = body.getReader(), part; !(part = await reader.read()).done;) {
      parts.push(part.value);
      postMessage({ loaded: loaded += part.value.length, size });
    }
    const content = new Blob(parts, { type: headers.get("content-type") });
    if (name.startsWith("pyodide/")) await keep(`${name}?${version}`, content);
    return [name, content];
  }));
}

async function fetched(name, options) {
  const response = await fetch(name, options);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** What went wrong, in the last line of Python's account of it. */
function told(error) {
  return String(error.message ?? error).trim().split("\n").at(-1);
}

load().then((answer) => {
  onmessage = ({ data: question }) => {
    try {
      postMessage({ answer: answer(question) });
    } catch (error) {
      postMessage({ failed: told(error) });
    }
  };
  postMessage({ ready: true });
}, (error) => postMessage({ failed: told(error) }));
