/* Under the board: the numbers, or what else there is to do, and the buttons. */

import { numberMark } from "./board.js";
import { openNewGame, openPuzzles, openShare } from "./dialogs.js";
import { html, nothing } from "lit-html";
import * as play from "./play.js";
import { introduction, isSolved, isTodaysOpen, note, result, today } from "./puzzles.js";
import { isOver, numbersOf } from "./rules.js";
import { currentPosition, isPersons, isPersonsWin, isReview, obstacle, state } from "./state.js";
import { isWrongMove, shownValues } from "./values.js";
import { inWords, short } from "./words.js";

export function tray() {
  const { cell, number, ply } = state;
  const position = currentPosition();
  if (isWrongMove()) {
    const show = () => {
      note({ end: "shown" });
      play.playFrom(ply - 1, { values: true });
    };
    return html`<button class="main" @click=${play.undo}>Try again</button>
      <button @click=${show}>Show the solution</button>`;
  }
  if (isReview()) return html`<div class="buttons">${nextSteps()}</div>`;
  const odd = isPersons(position.odd) ? position.odd : !position.odd;
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
  const { actions, puzzle } = state.game;
  if (!isOver(currentPosition())) return step("Play on", () => play.playFrom(state.ply));
  if (!actions.length) return step("New game", openNewGame); // it began like this
  const again = step("Again", play.startAgain);
  const share = step("Share result", openShare);
  if (!puzzle) return isPersonsWin() ? [share, again] : again;
  if (puzzle === "first") return step("Next: win in 2 moves", () => play.openPuzzle("second"));
  const next = isTodaysOpen()
    ? step("Today's puzzle", () => play.openPuzzle(today()))
    : step("Puzzles", openPuzzles);
  if (introduction()) return next;
  return isSolved() ? [share, next] : [again, next];
}

/** The buttons under the board. Those that give a puzzle away come once it is over. */
export function controls() {
  const { game, values } = state;
  const back = html`<button id="undo" aria-disabled=${play.undoPly() < 0} @click=${play.undo}>Undo</button>`;
  if (game.puzzle && !isOver(currentPosition()) && !result().end) return back;
  return html`${back}
    <button id="values" title="Show what each move leads to" aria-pressed=${values} @click=${play.toggleValues}>Values</button>`;
}
