/* The worker that searches: it posts each answer to a question, then that it has finished. */

import { answer } from "./answers.js";

onmessage = ({ data: question }) => {
  try {
    answer(question, (answer) => postMessage({ answer }));
    postMessage({ finished: true });
  } catch (error) {
    postMessage({ finished: true, error: /** @type {Error} */ (error).message });
  }
};
