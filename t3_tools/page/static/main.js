/* Starts the page: draws the state, and listens to keys and to the browser's history. */

import { ARROWS, board, focusBoard } from "./board.js";
import { newGame, openNew, openShare, share } from "./dialogs.js";
import { start } from "./engine.js";
import { html, render } from "./lit-html.js";
import { arrive, go } from "./play.js";
import { review } from "./review.js";
import { page, shown, state, update } from "./state.js";
import { openPuzzle, think } from "./think.js";
import { controls, note, players, tray, verdict } from "./tray.js";
import { goal } from "./words.js";

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((it) => String(it).padStart(2, "0"))
    .join("-");
};

const whole = () => html`
  <header>
    <h1>Tic-Tac-Total</h1>
    <div class="buttons">
      <button type="button" id="begin" @click=${openNew}>New game</button>
      <button type="button" id="puzzle" @click=${() => openPuzzle(today())}>Daily puzzle</button>
      <button type="button" id="send" @click=${openShare}>Share</button>
    </div>
  </header>
  <main>
    <section class="play" aria-label="Play">
      <p id="players">${players()}</p>
      <p id="verdict" role="status">${verdict()}</p>
      <p id="note" data-python=${state.python}>${note()}</p>
      ${board()}
      <div id="tray" role="group" aria-label="Numbers">${tray()}</div>
      <div class="buttons" id="controls">${controls()}</div>
      <p id="keys" class="unseen">
        Arrow keys move on the board. Type a number to place it, or press Enter to choose a cell, then choose a number
        under the board. Elsewhere, and once the game is over, the left and right arrow keys step through the game.
      </p>
    </section>
    <section id="review" aria-label="Moves">${review()}</section>
    <p id="goal">${goal(shown())}</p>
  </main>
  ${newGame()} ${share()}
  <p id="wrong" role="alert" ?hidden=${!state.wrong}>${state.wrong}</p>
`;

const app = /** @type {HTMLElement} */ (document.getElementById("app"));

page.think = think;
page.draw = () => {
  const focused = app.contains(document.activeElement);
  render(whole(), app);
  if (focused && !app.contains(document.activeElement)) focusBoard(); // what had the focus is gone
};

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (/** @type {Element} */ (target).closest("dialog, input, select, textarea")) return;
  if (key === "Escape") update({ cell: null, number: null, typed: "", wrong: "", card: false });
  const way = ARROWS[key]?.[0];
  if (!way) return;
  if (/** @type {Element} */ (target).matches(".cell")) /** @type {any} */ (target).blur(); // so the next key steps, too
  event.preventDefault();
  go(state.ply + way);
});

addEventListener("popstate", arrive);
arrive();
start();
// The browser has none of these if the page came unencrypted, or if it keeps nothing.
navigator.serviceWorker?.register("offline.js").catch(() => {});
