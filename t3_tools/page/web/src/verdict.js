/* Above the board: who plays, what holds in the position, and what else there is to say. */

import { startPython } from "./ask.js";
import { html } from "lit-html";
import { obstacle } from "./play.js";
import { isDuel, isPersons } from "./players.js";
import { lastTries, numberOf, resultOf, streak, today, tries } from "./puzzles.js";
import { mistakeText, moveText, summary } from "./review.js";
import { isOver, isWon, linesOf, sideOf } from "./rules.js";
import { isSmall } from "./solver.js";
import { currentPosition, isLast, state } from "./state.js";
import { stored } from "./storage.js";
import {
  isProven,
  isPuzzleMove,
  isWrongMove,
  judgementOf,
  shownValues,
  valueAt,
  valuesOf,
} from "./values.js";
import { actionText, counted, forecast, inMoves, numberList, outcome, turn } from "./words.js";

/** Who plays which side. */
export function players() {
  const { game } = state;
  const position = currentPosition();
  return [game.start.odd, !game.start.odd].map((odd) => {
    const isTurn = position.odd === odd && !isOver(position);
    const who = isPersons(game, odd) ? "you" : `computer, ${game.level}`;
    return html`<span class="player ${isTurn ? "turn" : ""}">
      <i class="number ${sideOf(odd)}" aria-hidden="true"></i><b>${odd ? "Odds" : "Evens"}</b> ${game.play === "both" ? "" : who}
    </span>`;
  });
}

/** What holds in the position, in one or two sentences. */
export function verdict() {
  const { game, ply } = state;
  const position = currentPosition();
  const values = shownValues();
  if (state.editing) return "Choose a number, then cells. A second tap clears a cell.";
  if (isWrongMove()) return `Not the solution: ${judgementOf(ply - 1)?.played}.`;
  if (isOver(position))
    return `${isSolved() ? `Solved, ${tries(game)}. ` : ""}${outcome(game, position)}`;
  if (ply && mistakeText(ply - 1)) return `${moveText(ply - 1)} ${mistakeText(ply - 1)}.`;
  const before = ply ? `${praise()}${moveText(ply - 1)}. ` : task();
  if (isProven(values)) {
    const [best, ...others] = values.best;
    const more = others.length ? ` (or ${counted(others.length, "other")})` : "";
    const advice = best ? ` Best: ${actionText(best)}${more}.` : ""; // none may be proven yet
    return `${forecast(game, position, values)}.${advice}`;
  }
  const numbers = obstacle() ? "" : `: place ${numberList(position.odd, position)}`;
  return `${before}${turn(game, position)}${numbers}.`;
}

/** What to do, before the first move. */
function task() {
  const { beat, puzzle, start } = state.game;
  if (beat) return `A friend won this in ${counted(beat, "move")}. Can you do it in fewer? `;
  if (!puzzle) return `Make a line of exactly ${start.target}. `;
  const day =
    puzzle === today()
      ? ""
      : ` of ${new Date(puzzle).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}`;
  const name =
    puzzle === "sent" ? "A friend sent you a puzzle" : `Puzzle ${numberOf(puzzle)}${day}`;
  return `${name}${claim()}. `;
}

/** What a puzzle asks for, by the values of its position. */
function claim() {
  const value = valueAt(0);
  if (!value) return "";
  if (value.utility === 0) return ": don't lose";
  if (value.utility < 0) return ": you lose against best play, so last as long as you can";
  const wins = valuesOf(state.game.start)?.actions?.filter(({ utility }) => utility === 1);
  return `: ${wins?.length === 1 ? "one move wins" : "you can win"}, ${inMoves(value)}`;
}

/** What to say of a person's move in a puzzle once the computer has answered it. */
const praise = () =>
  state.game.puzzle && state.ply > 1 && judgementOf(state.ply - 2)?.lost === "" ? "Right. " : "";

/** Whether the puzzle on the board is solved. */
export const isSolved = () =>
  state.game.puzzle !== "" && isLast() && resultOf(state.game).end === "solved";

/** What the page is doing or waiting for; what a game gave away; or what a beginner needs to know. */
export function note() {
  const { game, python, note, ply } = state;
  if (!isSmall(currentPosition()) && python === "failed")
    return html`The computer player for wide boards could not be loaded.
      <button @click=${startPython}>Try again</button>`;
  if (!isSmall(currentPosition()) && python === "loading")
    return "Loading the computer player for wide boards… you can already place numbers.";
  if (note) return note;
  if (shownValues()?.complete === false) return "Some values are not proven.";
  if (isOver(currentPosition())) return `${ending()}${summary()}`;
  if (state.editing || !isLast() || isPuzzleMove() || stored("games", 0)) return "";
  const threat = linesOf(currentPosition()).find((line) => line.threat);
  if (ply && threat)
    return `Bold +${threat.needs}: a single ${threat.needs} completes ${threat.name}.`;
  if (ply > 1) return `+7 beside a line: it needs 7 more to make ${game.start.target}.`;
  return "All numbers in a line count, theirs too. Tap a cell, then a number.";
}

/** What a solved puzzle, or a game that a friend won, adds to its end. */
function ending() {
  const { game } = state;
  if (isSolved() && game.puzzle !== "sent")
    return `Streak: ${counted(streak(), "day")}. Tries for the last puzzles: ${lastTries()}. `;
  return game.beat && isPersonsWin()
    ? `You needed ${counted(ownMoves(), "move")}, your friend ${game.beat}. `
    : "";
}

/** Whether a person has won against the computer. */
export const isPersonsWin = () =>
  isDuel(state.game) && isWon(currentPosition()) && isPersons(state.game, !currentPosition().odd);

/** How many moves of the winner led to the position. */
export const ownMoves = () => (state.ply + 1) >> 1;
