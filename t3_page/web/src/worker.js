/* The worker that answers questions about small boards, in slices. */

import { answer } from "./answers.js";
import { BudgetSpent } from "./solver.js";

const SLICE = 2000; // positions, about 60 milliseconds

onmessage = ({ data: question }) => {
  try {
    postMessage({ answer: answer(question, SLICE) });
  } catch (error) {
    // Without an answer, the page asks again.
    postMessage(
      error instanceof BudgetSpent ? {} : { error: /** @type {Error} */ (error).message },
    );
  }
};
