/* Python for the page: it answers one question after the other, as text in JSON.

   To start Python and import our modules takes seconds. So the memory of a Python that has
   done both is kept in the browser's cache, and every later worker begins with that. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/t3";

const loading = load();
loading.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: told(error) }));

onmessage = async ({ data: question }) => {
  const answer = await loading;
  try {
    postMessage({ answer: answer(question) });
  } catch (error) {
    postMessage({ failed: told(error) });
  }
};

/** The function that answers. */
async function load() {
  const response = await fetched("files.json", { cache: "no-cache" });
  const { version, files } = await response.json();
  const cache = await self.caches?.open("Tic-Tac-Total"); // none where the page came unencrypted
  const key = `memory-${version}-${encodeURIComponent(navigator.userAgent)}`;
  const python = (await restored(cache, key)) ?? (await begun(files, version, cache, key));
  return python.pyimport("t3_tools.page.explorer").answer;
}

/** Python with the memory that is in the cache, if it is there and fits. */
async function restored(cache, key) {
  const kept = await cache?.match(key);
  try {
    return kept && (await loadPyodide({ _loadSnapshot: kept.arrayBuffer() }));
  } catch {
    return null;
  }
}

/** Python from the beginning, with our modules; its memory goes into the cache. */
async function begun(files, version, cache, key) {
  const contents = await downloaded(files, version);
  const python = await loadPyodide({ _makeSnapshot: true });
  for (const [name, content] of contents) {
    if (!name.startsWith("python/")) continue; // Pyodide finds its own in the browser's cache
    const path = name.replace("python", HOME);
    python.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(path, content);
  }
  python.runPython(`import sys; sys.path.insert(0, "${HOME}"); import t3_tools.page.explorer`);
  await keep(cache, key, python.makeMemorySnapshot()).catch(() => {}); // it may have no room
  return python;
}

async function keep(cache, key, memory) {
  for (const old of (await cache?.keys()) ?? []) await cache.delete(old);
  await cache?.put(key, new Response(memory));
}

/** The contents of the files by name; the page is told how many bytes are there. */
async function downloaded(files, version) {
  const size = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  let loaded = 0;
  return Promise.all(Object.keys(files).map(async (name) => {
    // Pyodide asks for its files by their plain names.
    const { body } = await fetched(name.startsWith("python/") ? `${name}?${version}` : name);
    const parts = [];
    for (let reader = body.getReader(), part; !(part = await reader.read()).done;) {
      parts.push(part.value);
      postMessage({ loaded: loaded += part.value.length, size });
    }
    return [name, new Uint8Array(await new Blob(parts).arrayBuffer())];
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
