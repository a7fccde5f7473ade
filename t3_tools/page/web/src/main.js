/* Starts the page: draws the state, and listens to keys and to the browser's history. */

import { ARROWS, board, moveFocus } from "./board.js";
import { useScript } from "./ask.js";
import { newGame, openDialog, share } from "./dialogs.js";
import { html, nothing, render } from "lit-html";
import { choose, openPuzzle, restore, stepTo } from "./play.js";
import { today } from "./puzzles.js";
import { review } from "./review.js";
import { currentPosition, isReview, page, state, update } from "./state.js";
import { think } from "./think.js";
import { controls, tray } from "./tray.js";
import { note, players, verdict } from "./verdict.js";
import { goal } from "./words.js";

const whole = () => html`
  <header>
    <h1>Tic-Tac-Total</h1>
    <div class="buttons">
      <button id="begin" @click=${() => openDialog("new")}>New game</button>
      <button id="puzzle" @click=${() => openPuzzle(today())}>Puzzle</button>
      <button id="send" @click=${() => openDialog("share")}>Share</button>
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
        under the board. After the game, or outside the board, the left and right arrow keys step through the moves.
      </p>
    </section>
    <section id="review" aria-label="Moves">${review()}</section>
    <p id="goal">${goal(currentPosition())}</p>
  </main>
  ${newGame()} ${share()}
  ${state.newVersion ? html`<p id="new-version">There is a new version of this page. <button class="main" @click=${reload}>Reload</button></p>` : nothing}
  <p id="wrong" role="alert" ?hidden=${!state.wrong} @click=${() => update({ wrong: "" })}>${state.wrong}</p>
`;

const app = /** @type {HTMLElement} */ (document.getElementById("app"));

page.think = think;
page.draw = () => {
  const focused = app.contains(document.activeElement);
  render(whole(), app);
  if (focused && !app.contains(document.activeElement)) moveFocus(); // what had the focus is gone
};

/** Keep the page for later visits, and watch for new versions. Rejects where the page came
    unencrypted, or where nothing may be kept. */
async function keepOffline() {
  const registration = await navigator.serviceWorker?.register("offline.js");
  const watch = () => {
    const { installing, waiting } = registration;
    if (waiting && registration.active) update({ newVersion: waiting });
    installing?.addEventListener("statechange", watch);
  };
  registration?.addEventListener("updatefound", watch);
  if (registration) watch();
}

/** Let the new version take over. */
function reload() {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  state.newVersion?.postMessage("take over");
}

addEventListener("keydown", (event) => {
  const { key } = event;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (target.closest("dialog")) return;
  const isCell = target.matches(".cell");
  const [right, down] = ARROWS[key] ?? [0, 0];
  if (key === "Escape") update({ cell: null, number: null, wrong: "" });
  if (isCell && /^[1-9]$/.test(key) && currentPosition().largest < 10)
    choose({ cell: state.focus, number: +key });
  const isMove = isCell && !isReview();
  if (!right && !(down && isMove)) return;
  event.preventDefault();
  if (isMove) moveFocus(right, down);
  else stepTo(state.ply + right);
});

addEventListener("popstate", () => {
  if (!history.state) document.body.scrollIntoView(); // a link at the end of the page leads to the board
  restore();
});
function start() {
  app.replaceChildren(); // what is there for browsers that can't start this
  restore();
  addEventListener("visibilitychange", page.draw); // the day may have changed meanwhile
  setTimeout(() => keepOffline().catch(() => {}), 2000); // after what the person waits for
}

useScript();
// The puzzles arrive last. A link to a position does without them.
if (location.hash.length > 1 || document.readyState !== "loading") start();
else addEventListener("DOMContentLoaded", start);
