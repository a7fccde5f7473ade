/* Above the board: who plays, what holds in the position, and what else there is to say. */

import { html } from "lit-html";
import * as puzzles from "./puzzles.js";
import { moveText, summary } from "./review.js";
import { isOver, sideOf } from "./rules.js";
import { currentPosition, isDuel, isLast, isPersons, nameOf, obstacle, state } from "./state.js";
import { isKept, stored } from "./storage.js";
import * as worth from "./values.js";
import { actionText, counted, forecast, numberList, outcome, soon } from "./words.js";

export function players() {
  const { game } = state;
  const position = currentPosition();
  return [game.start.odd, !game.start.odd].map((odd) => {
    const isTurn = position.odd === odd && !isOver(position);
    const who = isPersons(odd) ? "you" : `computer, ${game.level}`;
    return html`<span class="player ${isTurn ? "turn" : ""}">
      <i class="number ${sideOf(odd)}" aria-hidden="true"></i><b>${odd ? "Odds" : "Evens"}</b> ${isDuel() ? who : ""}
    </span>`;
  });
}

/** What holds in the position, in one or two sentences. */
export function verdict() {
  const { ply } = state;
  const position = currentPosition();
  const values = worth.shownValues();
  if (worth.isWrongMove()) return refuted();
  if (isOver(position)) return `${finish()}${outcome(position)}`;
  const before = ply ? `${puzzles.praise()}${moveText(ply - 1)}` : puzzles.task();
  if (worth.isProven(values)) {
    const [best] = values.best; // none may be proven yet
    return `${forecast(position, values)}.${best ? ` Best: ${actionText(best)}.` : ""}`;
  }
  if (!ply && puzzles.introduction()) return `${before}.`;
  const numbers = obstacle() ? "" : `: place ${numberList(position.odd)}`;
  const name = nameOf(position.odd);
  return `${before}. ${name === "You" ? "Your turn" : `${name} to move`}${numbers}.`;
}

/** Why a move does not solve the puzzle: the reply that the board shows. */
function refuted() {
  const { ply } = state;
  const reply = worth.refutation();
  const value = worth.valueAt(ply);
  if (!reply || !value) return `Not the solution: ${worth.judgementOf(ply - 1)?.played}.`;
  const end =
    value.utility > 0 ? `wins ${soon(value)}` : value.utility ? "holds out" : "doesn't lose";
  return `Not the solution: the computer plays ${actionText(reply)} and ${end}.`;
}

/** What to say before how a game ended. */
function finish() {
  if (!state.game.actions.length) return "This position is over. ";
  return puzzles.isSolved() && !puzzles.introduction() ? `Solved, ${puzzles.tries()}. ` : "";
}

/** What the page is doing or waiting for; what a game gave away; or what a beginner needs to know. */
export function note() {
  const { note, ply, values } = state;
  const lesson = puzzles.introduction();
  const { odd } = currentPosition();
  if (isOver(currentPosition())) return note || ending();
  const open = worth.shownValues()?.complete === false ? "?: not proven." : "";
  if (values)
    return `W3 on a cell: ${sideOf(odd)} win in 3 moves. L2: ${sideOf(!odd)} win in 2. T: tie. ${note || open}`;
  if (note) return note;
  if (lesson && !ply) return lesson.hint;
  if (!isLast() || worth.isPuzzleMove() || stored("games", 0)) return "";
  return "Every number in a line counts, whoever placed it. Tap a cell, then a number.";
}

/** What to say below how a game ended. */
function ending() {
  const { actions, puzzle } = state.game;
  if (!actions.length || puzzles.introduction()) return "";
  const kept = isKept() ? "" : " This browser can't keep the result.";
  const streak = puzzles.streak();
  if (puzzles.isSolved())
    return `${streak ? `Streak: ${counted(streak, "day")}. ` : ""}${puzzles.isTodaysOpen() ? "Today's puzzle is here" : `Next puzzle in ${puzzles.untilNext()}`}.${kept}`;
  return `${summary()}${puzzle && kept}`;
}
