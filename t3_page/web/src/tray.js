/* Under the board: the numbers, or what else there is to do, and the buttons. */

import { LEVELS } from "./address.js";
import { numberMark } from "./board.js";
import { openNewGame, openPuzzles, openShare } from "./dialogs.js";
import { html, nothing } from "lit-html";
import * as play from "./play.js";
import { numberOf, today } from "./days.js";
import { introduction, isSolved, progress, record } from "./puzzles.js";
import { lastMistake } from "./review.js";
import { isOver, numbersOf } from "./rules.js";
import {
  currentSetup,
  isPersons,
  isPersonsWin,
  isReview,
  obstacle,
  state,
  undoPly,
} from "./state.js";
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
  const { actions, level, next = "second", puzzle } = state.game;
  if (!isOver(currentSetup())) return step("Play on", () => play.playFrom(state.ply));
  if (!actions.length) return step("New game", openNewGame); // it began like this
  const name = numberOf(next) ? `puzzle ${numberOf(next)}` : "win in 2 moves";
  if (puzzle === "first") return step(`Next: ${name}`, () => play.openPuzzle(next));
  if (introduction()) return step("Today's puzzle", () => play.openPuzzle(today()));
  const more = puzzle ? step("More", openPuzzles) : "";
  if (isSolved()) return [step("Share result", openShare), more];
  const harder = isPersonsWin() && !puzzle && LEVELS[LEVELS.indexOf(level) + 1];
  const again = harder
    ? step(`Play ${harder}`, () => play.startAgain(harder))
    : step("Again", () => play.startAgain());
  const mistake = lastMistake();
  return [again, more, mistake < 0 ? "" : step("Where it turned", () => play.stepTo(mistake))];
}

/** The buttons under the board. Those that give a puzzle away come once it is over. */
export function controls() {
  const { game, showsValues } = state;
  const back = html`<button id="undo" aria-disabled=${undoPly() < 0} @click=${play.undo}>Undo</button>`;
  if (game.puzzle && !isOver(currentSetup()) && !progress().end) return back;
  return html`${back}
    <button id="values" title="Show what each move leads to" aria-pressed=${showsValues} @click=${play.toggleValues}>Values</button>`;
}
