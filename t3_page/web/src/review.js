/* The moves of the game, and what each gave away. */

import { html, nothing } from "lit-html";
import { stepTo } from "./play.js";
import { isOver, isWon, range } from "./rules.js";
import { lastSetup, nameOf, setupAfter, state } from "./state.js";
import { judgementOf } from "./values.js";
import { actionText } from "./words.js";

export function review() {
  const { game, ply } = state;
  if (!game.actions.length) return nothing;
  return html`<h2>Moves</h2>
    <ol start="0">
      ${range(0, game.actions.length).map(
        (it) => html`<li>
          <button class="action" aria-current=${it === ply ? "step" : "false"} @click=${() => stepTo(it)}>
            ${it ? `${moveText(it - 1)}${mark(it - 1)}` : "Start"}
          </button>
        </li>`,
      )}
    </ol>`;
}

/** Who played what after `ply` actions. @param {number} ply */
export const moveText = (ply) =>
  `${nameOf(setupAfter(ply).odd)}: ${actionText(state.game.actions[ply])}`;

/** What the action after `ply` actions gave away, where the page may say it. @param {number} ply */
function mark(ply) {
  const isOpen = (state.showsValues && !state.game.puzzle) || isOver(lastSetup());
  const lost = isOpen && judgementOf(ply)?.lost;
  return lost ? ` ✗ threw away ${lost}` : "";
}

/** After how many actions a mistake was made, each time as far as that is known. */
export const mistakes = () =>
  range(0, state.game.actions.length - 1).filter((ply) => judgementOf(ply)?.lost);

/** The mistakes of a finished game, in sentences. */
export function summary() {
  const { odd } = state.game.start;
  const told = [odd, !odd].map(mistakesOf).filter(Boolean);
  if (told.length) return told.join(" ");
  if (!state.game.actions.every((_, ply) => judgementOf(ply)))
    return "No mistake was found in the time allowed.";
  return isWon(lastSetup())
    ? `${nameOf(lastSetup().odd)} had a lost position from the start.`
    : "Nobody threw anything away.";
}

/** The mistakes of a side, in a sentence. @param {boolean} odd */
function mistakesOf(odd) {
  const own = mistakes().filter((ply) => setupAfter(ply).odd === odd);
  const each = own.map((ply) => `${judgementOf(ply)?.lost} with move ${ply + 1}`);
  return own.length ? `${nameOf(odd)} threw away ${each.join(", ")}.` : "";
}
