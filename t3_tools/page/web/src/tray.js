/* Under the board: the numbers, or what else there is to do, and the buttons. */

import { numberMark } from "./board.js";
import { openShare } from "./dialogs.js";
import { html, nothing } from "lit-html";
import {
  choose,
  obstacle,
  openPuzzle,
  playFrom,
  replay,
  setUp,
  showGame,
  stepTo,
  toggleValues,
  undo,
  undoPly,
} from "./play.js";
import { isComputers, isDuel, isPersons } from "./players.js";
import { note, resultOf, today } from "./puzzles.js";
import { emptyPosition, isOver, numbersOf, range } from "./rules.js";
import { currentPosition, isLast, isReview, state } from "./state.js";
import { isWrongMove, shownValues } from "./values.js";
import { isPersonsWin, isSolved } from "./verdict.js";
import { inWords, short } from "./words.js";

/** The numbers to choose from, or what else there is to do. */
export function tray() {
  const { cell, editing, game, number, ply } = state;
  const position = currentPosition();
  if (isWrongMove()) {
    const show = () => {
      note(game, { end: "shown" });
      playFrom(ply - 1, { values: true });
    };
    return html`<button class="main" @click=${undo}>Try again</button>
      <button @click=${show}>Show the solution</button>`;
  }
  if (!editing && isReview()) return isOver(position) ? [ends(), steps()] : steps();
  if (!editing && isComputers(game, position) && state.paused) {
    const goOn = () => showGame(game, ply, "keep");
    return html`<button class="main" @click=${goOn}>Go on</button>`;
  }
  const odd = isPersons(game, position.odd) ? position.odd : !position.odd;
  const numbers = editing ? range(1, position.largest) : numbersOf(odd, position.largest);
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
      @click=${() => choose({ number: it === number ? null : it })}
    >
      ${numberMark(it)} ${value ? html`<small aria-hidden="true" data-value=${short(value)[0]}>${words}</small>` : nothing}
    </button>`;
  });
}

/** The buttons at the end of a game. */
function ends() {
  const { game } = state;
  const otherSide = { play: game.play === "odds" ? "evens" : "odds", beat: 0 };
  if (game.puzzle)
    return html`<div class="buttons">
      ${isSolved() ? html`<button class="main" @click=${openShare}>Share result</button>` : nothing}
      <button @click=${() => replay()}>Again</button>
      ${game.puzzle === today() ? nothing : html`<button @click=${() => openPuzzle(today())}>Today's puzzle</button>`}
    </div>`;
  return html`<div class="buttons">
    <button class="main" @click=${() => replay()}>Again</button>
    ${isDuel(game) ? html`<button @click=${() => replay(otherSide)}>Other side</button>` : nothing}
    ${isPersonsWin() && isLast() ? html`<button @click=${openShare}>Beat me</button>` : nothing}
  </div>`;
}

/** The buttons that step through the game, and the one that plays on from an earlier move. */
function steps() {
  const { game, ply } = state;
  const last = game.actions.length;
  /** @param {string} name @param {string} sign @param {number} to */
  const step = (name, sign, to) =>
    html`<button class="step" aria-label=${name} title=${name}
      aria-disabled=${to < 0 || to > last || to === ply} @click=${() => stepTo(to)}>${sign}</button>`;
  return html`<div class="buttons">
    ${step("First", "«", 0)}${step("Back", "‹", ply - 1)}${step("Forward", "›", ply + 1)}${step("Last", "»", last)}
    ${ply === last ? nothing : html`<button @click=${() => playFrom(ply)}>Play on</button>`}
  </div>`;
}

/** The buttons under the board. Those that give a puzzle away come once it is over. */
export function controls() {
  const { editing, game, values } = state;
  if (editing) return editor();
  const back = html`<button id="undo" aria-disabled=${undoPly() < 0} @click=${undo}>Undo</button>`;
  if (game.puzzle && !isOver(currentPosition()) && !resultOf(game).end) return back;
  return html`${back}
    <button id="values" title="Show what each move leads to" aria-pressed=${values} @click=${toggleValues}>Values</button>
    <p class="legend">${values ? "W3: wins in 3 of your moves. L2: loses in 2 of theirs. T: tie." : ""}</p>`;
}

/** The buttons that set up a position. */
function editor() {
  const { game } = state;
  const { start } = game;
  /** @param {boolean} odd @param {string} name */
  const side = (odd, name) =>
    html`<button aria-pressed=${start.odd === odd} @click=${() => setUp({ start: { ...start, odd } })}>${name}</button>`;
  const clear = { ...start, board: emptyPosition(start.board.length, true).board };
  return html`${side(true, "Odds first")}${side(false, "Evens first")}
    <button @click=${() => setUp({ start: clear })}>Clear</button>
    <button id="done" class="main" @click=${() => showGame(game, 0, "replace")}>Done</button>`;
}
