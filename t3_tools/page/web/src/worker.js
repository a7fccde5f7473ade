/* The worker that answers questions about small boards. An answer that takes longer than a slice is
   left out: asked again, it goes on where it stopped. */

import { answer } from "./answers.js";
import { BudgetSpent } from "./solver.js";

const SLICE = 2000; // positions, about 60 milliseconds

onmessage = ({ data: question }) => {
  try {
    postMessage({ answer: answer(question, SLICE) });
  } catch (error) {
    postMessage(
      error instanceof BudgetSpent ? {} : { error: /** @type {Error} */ (error).message },
    );
  }
};
