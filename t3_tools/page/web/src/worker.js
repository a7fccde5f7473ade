/* The worker that answers questions about small boards. It searches in slices, and takes note of
   messages between them: a question, or null if nobody waits for the answer now. */

import { answer } from "./answers.js";
import { BudgetSpent } from "./solver.js";

const SLICE = 2000; // positions, about 60 milliseconds

/** @type {Question | null} */
let question = null;

async function search() {
  while (question) {
    try {
      postMessage({ answer: answer(question, SLICE) });
      return;
    } catch (error) {
      if (!(error instanceof BudgetSpent))
        return postMessage({ error: /** @type {Error} */ (error).message });
    }
    await new Promise((resume) => setTimeout(resume));
  }
  postMessage({});
}

onmessage = ({ data }) => {
  question = data;
  if (data) search();
};
