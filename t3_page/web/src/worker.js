/* The worker that searches: it posts each answer to a question, then that it has finished. */

import { answer } from "./answers.js";

onmessage = ({ data: question }) => {
  answer(question, (answer) => postMessage({ answer }));
  postMessage({ finished: true });
};
