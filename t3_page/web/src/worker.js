/* The worker that searches: it posts each answer to a question, then that it has finished. */

import { answers } from "./answers.js";

onmessage = ({ data: question }) => {
  try {
    for (const answer of answers(question)) postMessage({ answer });
    postMessage({ finished: true });
  } catch (error) {
    postMessage({ finished: true, error: /** @type {Error} */ (error).message });
  }
};
