/* Above the board: who plays, what holds in the position, and what else there is to say. */

import { html } from "lit-html";
import * as puzzles from "./puzzles.js";
import { moveText, summary } from "./review.js";
import { isOver, sideOf } from "./rules.js";
import { currentPosition, isDuel, isLast, isPersons, nameOf, obstacle, state } from "./state.js";
import { told } from "./share.js";
import { isKept } from "./storage.js";
import * as worth from "./values.js";
import { actionText, forecast, numberList, outcome, soon } from "./words.js";

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

/** What holds in the position. Until a person has won, coordinates of what the board shows anyway are
    only for the ear. */
export function verdict() {
  const isPlain = puzzles.isLearning() && !state.values && !worth.missed();
  const parts = isPlain ? sentences().split(/(\(\d,\d\) = )/) : [sentences()];
  return parts.map((it, at) => (at % 2 ? html`<span class="unseen">${it}</span>` : it));
}

/** What holds in the position, in one or two sentences. */
function sentences() {
  const { ply } = state;
  const position = currentPosition();
  const values = worth.shownValues();
  if (worth.wrongMove()) return refuted();
  const missed = worth.missed() && worth.judgementOf(ply);
  if (missed) return `${moveText(ply)} threw away ${missed.lost}. ${missed.better}.`;
  if (isOver(position)) return `${finish()}${outcome(position)}`;
  const before = ply ? `${puzzles.praise()}${moveText(ply - 1)}` : puzzles.task();
  if (worth.isProven(values)) {
    const [best] = worth.shownBest(); // none may be proven yet
    const equal = values.complete && values.best.length ? " No move is better than another." : "";
    return `${forecast(position, values)}.${best ? ` Best: ${actionText(best)}.` : equal}`;
  }
  if (!ply && puzzles.introduction()) return `${before}.`;
  const numbers = obstacle() ? "" : `: place ${numberList(position.odd)}`;
  const name = nameOf(position.odd);
  return `${before}. ${name === "You" ? "Your turn" : `${name} to move`}${numbers}.`;
}

/** Why a move does not solve the puzzle: the reply that the board shows. */
function refuted() {
  const { ply } = state;
  const [reply, value] = [worth.shownAction(), worth.valueAt(ply)];
  if (!reply || !value) return "Not the solution.";
  const end =
    value.utility > 0 ? `wins ${soon(value)}` : value.utility ? "holds out" : "doesn't lose";
  return `Not the solution: the computer plays ${actionText(reply)} and ${end}.`;
}

/** What to say before how a game ended. */
function finish() {
  if (!state.game.actions.length) return "This position is over. ";
  const number = puzzles.tryNumber();
  return puzzles.isSolved() && !puzzles.introduction() ? `Solved on try ${number}. ` : "";
}

/** What the page is doing or waiting for; what a game gave away; or what a beginner needs to know. */
export function note() {
  const { note, ply, values } = state;
  const lesson = puzzles.introduction();
  const { odd } = currentPosition();
  if (isOver(currentPosition())) return note || ending();
  const open = worth.shownValues()?.complete === false ? "?: not proven." : "";
  if (values)
    return `W in 3: ${sideOf(odd)} win in 3 moves. L in 2: ${sideOf(!odd)} win in 2. T: tie. ${note || open}`;
  if (lesson && !ply) return lesson.hint;
  if (note) return note;
  if (!isLast() || worth.isPuzzleMove() || !puzzles.isNew()) return "";
  return "Every number in a line counts, whoever placed it. Tap a cell, then a number.";
}

/** What to say below how a game ended. */
function ending() {
  const { actions, puzzle } = state.game;
  if (!actions.length || puzzles.introduction()) return "";
  const kept = isKept() ? "" : " This browser can't keep the result.";
  const streak = puzzles.streak();
  if (puzzles.isSolved())
    return `${told(puzzles.wrongTries())}. ${streak > 1 ? `${streak} days in a row. ` : ""}Next puzzle in ${puzzles.untilNext()}.${kept}`;
  return `${summary()}${puzzle && kept}`;
}
