/* Python for the page: it answers one question after the other, as text in JSON. */

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

/** The function that answers, with our modules in Python's file system as they are. */
async function load() {
  const [python, names] = await Promise.all([
    loadPyodide(),
    fetched("files.json").then((response) => response.json()),
  ]);
  const texts = await Promise.all(names.map(async (name) => (await fetched(name)).text()));
  names.forEach((name, index) => {
    python.FS.mkdirTree(`${HOME}/${name}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`${HOME}/${name}`, texts[index]);
  });
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  return python.pyimport("t3_tools.page.explorer").answer;
}

async function fetched(name) {
  const response = await fetch(`python/${name}`);
  if (!response.ok) throw new Error(`python/${name}: ${response.status}`);
  return response;
}

/** What went wrong, in the last line of Python's account of it. */
function told(error) {
  return String(error.message ?? error).trim().split("\n").at(-1);
}
