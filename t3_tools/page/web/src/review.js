/* The moves of the game, and what each gave away. */

import { html, nothing } from "lit-html";
import { playFrom, stepTo } from "./play.js";
import { isPersons, nameOf } from "./players.js";
import { isOver, isWon, positionAt, range } from "./rules.js";
import { lastPosition, state } from "./state.js";
import { judgementOf } from "./values.js";
import { actionText, andList } from "./words.js";

export function review() {
  const { game, ply } = state;
  if (!game.actions.length) return nothing;
  return html`<h2>Moves</h2>
    <ol start="0">
      ${range(0, game.actions.length).map(
        (it) => html`<li>
          <button class="action" aria-current=${it === ply ? "step" : "false"} @click=${() => stepTo(it)}>
            ${it ? moveText(it - 1) : "Start"}
          </button>
          ${it ? mistake(it - 1) : nothing}
        </li>`,
      )}
    </ol>`;
}

/** Who played what after `ply` actions.
    @param {number} ply */
export function moveText(ply) {
  const { game } = state;
  return `${nameOf(game, positionAt(game, ply).odd)}: ${actionText(game.actions[ply])}`;
}

/** Whether the page may say what the game was worth. */
const isOpen = () => (state.values && !state.game.puzzle) || isOver(lastPosition());

/** What the action after `ply` actions gave away, and a better one; empty if it gave nothing away.
    @param {number} ply */
export function mistakeText(ply) {
  const judgement = judgementOf(ply);
  return judgement?.lost && isOpen() ? `threw away ${judgement.lost}: ${judgement.better}` : "";
}

/** @param {number} ply */
function mistake(ply) {
  const { game } = state;
  if (!mistakeText(ply)) return nothing;
  const retry = () => {
    playFrom(ply);
    document.querySelector(".play")?.scrollIntoView({ block: "nearest" });
  };
  const isOwn = isPersons(game, positionAt(game, ply).odd);
  return html`<div class="mistake">
    ✗ ${mistakeText(ply)}
    ${isOwn ? html`<button @click=${retry}>Try again</button>` : nothing}
  </div>`;
}

/** Who threw away what in a finished game, in sentences. */
export function summary() {
  const { game } = state;
  const plies = [...game.actions.keys()];
  if (!isOver(lastPosition())) return "";
  if (state.note && !plies.every(judgementOf)) return "Looking for mistakes…";
  return [game.start.odd, !game.start.odd]
    .map((odd) => {
      const name = nameOf(game, odd);
      const own = plies.filter((ply) => positionAt(game, ply).odd === odd);
      const mistakes = own.flatMap((ply) => {
        const lost = judgementOf(ply)?.lost;
        return lost ? `${lost} with move ${ply + 1}` : [];
      });
      if (mistakes.length) return `${name} threw away ${andList.format(mistakes)}.`;
      if (!own.every(judgementOf))
        return `${name === "You" ? "No mistake of yours" : `No mistake of ${name.toLowerCase()}`} was found in the time allowed.`;
      if (isWon(lastPosition()) && lastPosition().odd === odd)
        return `${name} had a lost position from the start.`;
      return own.length ? `${name} threw nothing away.` : "";
    })
    .join(" ");
}
