/* The answers to the page's questions about small boards. Those about wider ones come from
   t3_page/explorer.py, in the same form. */

import { isOver } from "./rules.js";
import { moveOf } from "./levels.js";
import { rank, Solver } from "./solver.js";

/** The solver of a game, with all that it knows. @type {Record<number, Solver>} */
const solvers = {};

/** Answer a question, or throw BudgetSpent after this many positions; asked again, it goes on.
    @param {Question} question @param {number} budget */
export function answer({ ask, position, level, seed }, budget) {
  if (isOver(position)) throw new Error("The game is over.");
  const { board } = position;
  const solver = (solvers[board.length] ??= new Solver(position));
  const odd = solver.set(position);
  solver.budget = budget;
  /** @param {Move} move @returns {Action} */
  const actionOf = ([cell, number]) => [Math.floor(cell / solver.size), cell % solver.size, number];
  if (ask === "replied")
    return { action: actionOf(moveOf(solver, position, level, seed)), proven: true };
  const actions = solver
    .values(odd)
    .map(({ move, value }) => ({ ...value, action: actionOf(move) }))
    .sort((a, b) => rank(b) - rank(a));
  const [{ utility, distance }] = actions;
  const best = actions.filter((it) => rank(it) === rank(actions[0])).map(({ action }) => action);
  return { utility, distance, best, actions, complete: true };
}
