/* The worker that searches: it posts each answer to a question, then null. */

import { answer } from "./answers.js";

onmessage = ({ data: question }) => {
  answer(question, postMessage);
  postMessage(null);
};
