/* The worker in which Python answers questions about wider boards: t3_page/explorer.py. */

import { loadPython, reasonOf } from "./load-python.js";

async function load() {
  const here = new URL(".", self.location.href).href;
  const python = await loadPython(here, `${here}python.zip`); // with our modules
  const { answer } = python.pyimport("t3_page.explorer");
  onmessage = ({ data: question }) => {
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
