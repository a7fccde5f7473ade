/* Under the board: the numbers, or what else there is to do, and the buttons. */

import { numberMark } from "./board.js";
import { openNewGame, openPuzzles, openShare } from "./dialogs.js";
import { html, nothing } from "lit-html";
import * as play from "./play.js";
import { isSolved, isTodaysOpen, note, result, today } from "./puzzles.js";
import { emptyPosition, isOver, LARGEST, numbersOf, range } from "./rules.js";
import { currentPosition, isPersons, isReview, obstacle, state } from "./state.js";
import { isWrongMove, shownValues } from "./values.js";
import { isPersonsWin } from "./verdict.js";
import { inWords, short } from "./words.js";

export function tray() {
  const { cell, editing, number, ply } = state;
  const position = currentPosition();
  if (isWrongMove()) {
    const show = () => {
      note({ end: "shown" });
      play.playFrom(ply - 1, { values: true });
    };
    return html`<button class="main" @click=${play.undo}>Try again</button>
      <button @click=${show}>Show the solution</button>`;
  }
  if (!editing && isReview()) return html`<div class="buttons">${nextSteps()}</div>`;
  const odd = isPersons(position.odd) ? position.odd : !position.odd;
  const numbers = editing ? range(1, LARGEST) : numbersOf(odd);
  return numbers.map((it) => {
    const action = String([...(cell ?? []), it]);
    const value = shownValues()?.actions?.find((value) => String(value.action) === action);
    const words = value ? (numbers.length > 3 ? short(value) : inWords(value)) : "";
    return html`<button
      class="choice"
      aria-label=${value ? `${it}: ${inWords(value)}` : it}
      aria-pressed=${it === number}
      aria-disabled=${!editing && obstacle() !== ""}
      data-number=${it}
      @click=${() => play.choose({ number: it === number ? null : it })}
    >
      ${numberMark(it)} ${value ? html`<small aria-hidden="true" data-value=${short(value)[0]}>${words}</small>` : nothing}
    </button>`;
  });
}

/** @param {string} name @param {() => void} work */
const step = (name, work) => html`<button @click=${work}>${name}</button>`;

/** What there is to do on an earlier move and at the end of a game, the first of it the likeliest. */
function nextSteps() {
  const { actions, puzzle } = state.game;
  if (!isOver(currentPosition())) return step("Play on", () => play.playFrom(state.ply));
  if (!actions.length) return step("New game", openNewGame); // it was set up like this
  const again = step("Again", () => play.startGame());
  const share = step("Share result", openShare);
  if (puzzle === "first")
    return [step("Next: win in 2 moves", () => play.openPuzzle("second")), again];
  if (puzzle === "second") return [step("Today's puzzle", () => play.openPuzzle(today())), again];
  if (puzzle) {
    if (!isSolved()) return [again, step("Puzzles", openPuzzles)];
    return isTodaysOpen()
      ? [step("Today's puzzle", () => play.openPuzzle(today())), share, again]
      : [share, step("Puzzles", openPuzzles), again];
  }
  return isPersonsWin() ? [share, again] : again;
}

/** The buttons under the board. Those that give a puzzle away come once it is over. */
export function controls() {
  const { editing, game, values } = state;
  if (editing) return editor();
  const back = html`<button id="undo" aria-disabled=${play.undoPly() < 0} @click=${play.undo}>Undo</button>`;
  if (game.puzzle && !isOver(currentPosition()) && !result().end) return back;
  return html`${back}
    <button id="values" title="Show what each move leads to" aria-pressed=${values} @click=${play.toggleValues}>Values</button>`;
}

function editor() {
  const { start } = state.game;
  /** @param {boolean} odd @param {string} name */
  const side = (odd, name) =>
    html`<button aria-pressed=${start.odd === odd} @click=${() => play.setUp({ start: { ...start, odd } })}>${name}</button>`;
  const clear = { ...start, board: emptyPosition(start.board.length, true).board };
  return html`${side(true, "Odds first")}${side(false, "Evens first")}
    <button @click=${() => play.setUp({ start: clear })}>Clear</button>
    <button id="done" class="main" @click=${() => play.showGame(state.game, 0, "replace")}>Done</button>`;
}
