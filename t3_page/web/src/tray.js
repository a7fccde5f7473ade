/* Under the board: the numbers, or what else there is to do, and the buttons. */

import { numberMark } from "./board.js";
import { openNewGame, openShare } from "./dialogs.js";
import { html, nothing } from "lit-html";
import * as play from "./play.js";
import { numberOf, today } from "./address.js";
import { given, hints, isSolved, isTodayOpen, progress, record } from "./puzzles.js";
import { mistakes } from "./telling.js";
import { isOver, numbersOf } from "./rules.js";
import { currentSetup, isPersons, isReview, obstacle, state, undoPly, update } from "./state.js";
import { shownValues, wrongMove } from "./values.js";
import { inWords, short } from "./words.js";

export function tray() {
  const { cell, number, ply } = state;
  const setup = currentSetup();
  if (wrongMove()) {
    const show = () => {
      record({ end: "shown" });
      play.playFrom(ply - 1, { showsValues: true });
    };
    return html`<button class="main" @click=${play.undo}>Try again</button>
      <button @click=${show}>Show the solution</button>`;
  }
  if (isReview()) return html`<div class="buttons">${nextSteps()}</div>`;
  const odd = isPersons(setup.odd) ? setup.odd : !setup.odd;
  return numbersOf(odd).map((it) => {
    const action = String([...(cell ?? []), it]);
    const value = shownValues()?.actions?.find((value) => String(value.action) === action);
    return html`<button
      class="choice"
      aria-label=${value ? `${it}: ${inWords(value)}` : it}
      aria-pressed=${it === number}
      aria-disabled=${obstacle() !== ""}
      data-number=${it}
      @click=${() => play.choose({ number: it === number ? null : it })}
    >
      ${numberMark(it)} ${value ? html`<small aria-hidden="true" data-value=${short(value)[0]}>${inWords(value)}</small>` : nothing}
    </button>`;
  });
}

/** @param {string} name @param {() => void} work */
const step = (name, work) => html`<button @click=${work}>${name}</button>`;

/** What there is to do on an earlier move and at the end of a game, the first of it the likeliest. */
function nextSteps() {
  const { actions, next = "second", puzzle } = state.game;
  if (!isOver(currentSetup())) return step("Play on", () => play.playFrom(state.ply));
  if (!actions.length) return step("New game", openNewGame); // it began like this
  const name = numberOf(next) ? `puzzle ${numberOf(next)}` : "win in 2 moves";
  if (puzzle === "first") return step(`Next: ${name}`, () => play.openPuzzle(next));
  const todays = isTodayOpen() ? step("Today's puzzle", () => play.openPuzzle(today())) : "";
  if (isSolved()) return [todays, step("Share result", openShare)];
  const again = step("Again", play.startAgain);
  const last = mistakes().at(-1) ?? -1;
  return [todays, again, last < 0 ? "" : step("Where it turned", () => play.stepTo(last))];
}

/** The buttons under the board. Those that give a puzzle away come once it is over. */
export function controls() {
  const { game, showsValues } = state;
  const back = html`<button id="undo" aria-disabled=${undoPly() < 0} @click=${play.undo}>Undo</button>`;
  if (game.puzzle && !isOver(currentSetup()) && !progress().end)
    return [back, numberOf(game.puzzle) ? hintButton() : ""];
  return html`${back}
    <button id="values" title="Show what each move leads to" aria-pressed=${showsValues} @click=${play.toggleValues}>Values</button>`;
}

/** Gives the next hint. That on the cell is another element, which the same double tap can't hit. */
function hintButton() {
  const hint = given() + 1;
  const give = () => {
    if (hints()[hint - 1]) record({ hint });
    update({});
  };
  return hint === 2
    ? html`<button @click=${give}>Hint: the cell</button>`
    : html`<button aria-disabled=${!hints()[hint - 1]} @click=${give}>Hint</button>`;
}
