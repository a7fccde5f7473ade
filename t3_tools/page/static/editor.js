/* The position editor: choose a number under the board, then the cells to put it on. */

import { html } from "./lit-html.js";
import { numberOf } from "./board.js";
import { show } from "./play.js";
import { range, sideOf } from "./rules.js";
import { shown, state, update } from "./state.js";
import { titled } from "./words.js";

/** Begin to edit the position on the board, or change it and go on.
    @param {import("./rules.js").Position} start @param {"push" | "replace"} how */
export function edit(start, how = state.editing ? "replace" : "push") {
  const { editing, game, number } = state;
  const brush = editing ? number : (start.board.flat().find(Boolean) ?? 1);
  show({ ...game, start, actions: [], puzzle: "" }, 0, how, { editing: true, number: brush });
}

/** Put the chosen number on a cell, or clear the cell if it has that number.
    @param {import("./rules.js").Cell} cell */
export function put([col, row], number = state.number ?? 0) {
  const start = shown();
  const board = start.board.map((cells) => [...cells]);
  board[row][col] = board[row][col] === number ? 0 : number;
  edit({ ...start, board });
}

/** The numbers to put on cells. */
export const brushes = () =>
  range(1, shown().largest).map(
    (number) =>
      html`<button
        type="button"
        class="choice"
        aria-pressed=${number === state.number}
        data-number=${number}
        @click=${() => update({ number })}
      >
        <span class="unseen">${number}</span>${numberOf(number)}
      </button>`,
  );

/** The buttons in place of those of a game. */
export const tools = () => {
  const start = shown();
  const cleared = start.board.map((cells) => cells.map(() => 0));
  const play = () => show(state.game, 0, "replace");
  return html`<button type="button" id="turn" @click=${() => edit({ ...start, odd: !start.odd })}>
      ${titled(sideOf(start.odd))} to move
    </button>
    <button type="button" @click=${() => edit({ ...start, board: cleared })}>Clear</button>
    <button type="button" id="done" class="main" @click=${play}>Done</button>`;
};
