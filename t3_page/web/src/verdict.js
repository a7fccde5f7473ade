/* Above the board: who plays, what holds in the position, and what else there is to say. */

import { html } from "lit-html";
import { isSolved, lastTries, praise, streak, task, tries } from "./puzzles.js";
import { mistakeText, moveText, summary } from "./review.js";
import { isOver, isWon, linesOf, sideOf, TARGET } from "./rules.js";
import { currentPosition, isDuel, isLast, isPersons, nameOf, obstacle, state } from "./state.js";
import { stored } from "./storage.js";
import { isProven, isPuzzleMove, isWrongMove, judgementOf, shownValues } from "./values.js";
import { actionText, counted, forecast, numberList, outcome } from "./words.js";

/** Who plays which side. */
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
  const values = shownValues();
  if (state.editing) return "Choose a number, then cells. A second tap clears a cell.";
  if (isWrongMove()) return `Not the solution: ${judgementOf(ply - 1)?.played}.`;
  if (isOver(position)) return `${isSolved() ? `Solved, ${tries()}. ` : ""}${outcome(position)}`;
  if (ply && mistakeText(ply - 1)) return `${moveText(ply - 1)} ${mistakeText(ply - 1)}.`;
  const before = ply ? `${praise()}${moveText(ply - 1)}. ` : aim();
  if (isProven(values)) {
    const [best] = values.best; // none may be proven yet
    return `${forecast(position, values)}.${best ? ` Best: ${actionText(best)}.` : ""}`;
  }
  const numbers = obstacle() ? "" : `: place ${numberList(position.odd)}`;
  const name = nameOf(position.odd);
  return `${before}${name === "You" ? "Your turn" : `${name} to move`}${numbers}.`;
}

/** What to do, before the first move. */
function aim() {
  const { beat, puzzle } = state.game;
  if (beat) return `A friend won this in ${counted(beat, "move")}. Can you do it in fewer? `;
  return puzzle ? `${task()}. ` : `Make a line that adds up to ${TARGET}. `;
}

/** What the page is doing or waiting for; what a game gave away; or what a beginner needs to know. */
export function note() {
  const { note, ply } = state;
  if (note) return note;
  if (isOver(currentPosition())) return `${ending()}${summary()}`;
  const open = shownValues()?.complete === false ? " ?: not proven." : "";
  if (state.values) return `W3: wins in 3 of your moves. L2: loses in 2 of theirs. T: tie.${open}`;
  if (state.editing || !isLast() || isPuzzleMove() || stored("games", 0)) return "";
  const threat = linesOf(currentPosition()).find((line) => line.threat);
  if (ply && threat)
    return `Bold +${threat.needs}: a single ${threat.needs} completes ${threat.name}.`;
  if (ply > 1) return `+7 beside a line: it needs 7 more to make ${TARGET}.`;
  return `Make a line sum to ${TARGET}. Every number in it counts, the computer's too. Tap a cell, then a number.`;
}

/** What a solved puzzle, or a game that a friend won, adds to its end. */
function ending() {
  const { game } = state;
  if (isSolved() && game.puzzle !== "sent")
    return `Streak: ${counted(streak(), "day")}. Tries for the last puzzles: ${lastTries()}. `;
  if (!game.beat || !isPersonsWin()) return "";
  return `You needed ${counted(ownMoves(), "move")}, your friend ${game.beat}. `;
}

/** Whether a person has won against the computer. */
export const isPersonsWin = () =>
  isDuel() && isWon(currentPosition()) && isPersons(!currentPosition().odd);

/** How many moves of the winner led to the position. */
export const ownMoves = () => (state.ply + 1) >> 1;
