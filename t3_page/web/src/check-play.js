/* A game against the player that was checked, on the board of the game's page. */

import { ask, done } from "./check-exam.js";
import { board, onKey } from "./board.js";
import { html, nothing } from "lit-html";
import { choose, play, showGame, undo, undoPly } from "./play.js";
import { isOver, isWon, notationOf, numbersOf, sideOf } from "./rules.js";
import { currentPosition, page, state, update } from "./state.js";

const isPersons = () => state.game.play === sideOf(currentPosition().odd);

/** Start a game in which a person plays one side.
    @param {Position} start @param {string} side */
export const startGame = (start, side) =>
  showGame({ ...state.game, start, actions: [], play: side, puzzle: "" }, 0, "replace");

let turns = 0;

page.think = async () => {
  const turn = ++turns;
  const position = currentPosition();
  if (isOver(position) || isPersons()) return;
  update({ note: "Your player is thinking…" });
  try {
    const job = await ask("job", notationOf(position));
    const { action, reason } = await ask("played", notationOf(position), await done(job));
    if (turn !== turns) return;
    if (action) play(action);
    update({ note: reason && `Your player ${reason}.` });
  } catch (error) {
    update({ note: "", wrong: /** @type {Error} */ (error).message });
  }
};

function verdict() {
  const position = currentPosition();
  if (isWon(position)) return isPersons() ? "Your player wins." : "You win.";
  if (isOver(position)) return "A tie.";
  return isPersons() ? `Your turn: you play ${state.game.play}.` : "Your player's turn.";
}

/** @param {number} number */
const choice = (number) => html`<button
  class="choice"
  aria-pressed=${state.number === number}
  @click=${() => choose({ number })}
>
  <span class="number ${sideOf(number % 2 === 1)}">${number}</span>
</button>`;

/** The game. @param {() => void} leave */
export function game(leave) {
  const { start, play } = state.game;
  const { odd } = currentPosition();
  return html`<section id="game" aria-label="Game" @keydown=${onKey}>
    <p id="verdict" role="status">${verdict()}</p>
    <p id="note">${state.note}</p>
    <div id="room">${board()}</div>
    <p id="keys" class="unseen">Arrow keys move on the board. Type a number to place it.</p>
    <div id="tray" role="group" aria-label="Numbers">
      ${isPersons() && !isOver(currentPosition()) ? numbersOf(odd).map(choice) : nothing}
    </div>
    <div class="buttons" id="controls">
      <button @click=${undo} aria-disabled=${undoPly() < 0}>Undo</button>
      <button @click=${() => startGame(start, play)}>Start over</button>
      <button id="swap" @click=${() => startGame(start, sideOf(play !== "odds"))}>Swap sides</button>
      <button id="leave" class="main" @click=${leave}>Back to the report</button>
    </div>
    <p id="wrong" role="alert" @click=${() => update({ wrong: "" })}>${state.wrong}</p>
  </section>`;
}
