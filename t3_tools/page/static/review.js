/* The moves of the game: what each gave away, and who was winning. */

import { at } from "./address.js";
import { html, nothing } from "./lit-html.js";
import { go, show } from "./play.js";
import { isOver, isWon, range } from "./rules.js";
import { state } from "./state.js";
import { judgementOf, keyOf, showLine } from "./think.js";
import { isPersons, nameOf, told } from "./words.js";

export function review() {
  const { game, ply, trunk } = state;
  const first = trunk?.ply ?? 0;
  return html`<h2>${trunk ? "Best play" : "Moves"}</h2>
    ${curve()}
    <p id="summary">${trunk ? "" : summary()}</p>
    <ol start=${first}>
      ${range(first, game.actions.length).map(
        (it) => html`<li>
          <button type="button" class="action" aria-current=${it === ply ? "step" : "false"} @click=${() => go(it)}>
            ${it > first ? `${nameOf(game, at(game, it - 1).odd)}: ${told(game.actions[it - 1])}` : "Start"}
          </button>
          ${it > first && !trunk ? mistake(it - 1) : nothing}
        </li>`,
      )}
    </ol>`;
}

/** Whether the page may say what the game was worth. */
const isOpen = () =>
  (state.values && !state.game.puzzle) || isOver(at(state.game, state.game.actions.length));

/** @param {number} before the plies before the action */
function mistake(before) {
  const { game } = state;
  const found = judgementOf(before);
  if (!found?.mistake || !isOpen()) return nothing;
  return html`<div class="mistake">
    ✗ ${found.mistake}
    <button type="button" @click=${() => showLine(before)}>Best play</button>
    ${
      isPersons(game, at(game, before).odd)
        ? html`<button type="button" @click=${() => again(before)}>Try again</button>`
        : nothing
    }
  </div>`;
}

/** Go back to before an action, on a small screen also with the eyes.
    @param {number} before */
function again(before) {
  show(state.game, before);
  document.querySelector(".play")?.scrollIntoView({ block: "nearest" });
}

/** Who threw away what in a finished game, in sentences. */
export function summary() {
  const { game } = state;
  const plies = [...game.actions.keys()];
  if (!plies.length || !isOver(at(game, plies.length))) return "";
  if (!plies.every((ply) => judgementOf(ply))) return "Looking for mistakes…";
  return [game.start.odd, !game.start.odd]
    .map((odd) => {
      const own = plies.filter((ply) => at(game, ply).odd === odd);
      const wrong = own.filter((ply) => judgementOf(ply)?.mistake);
      const proven = own.every((ply) => judgementOf(ply)?.best.utility !== null);
      const name = nameOf(game, odd);
      const lost = wrong.map(
        (ply) => `${/a (win|tie)/.exec(judgementOf(ply)?.mistake ?? "")?.[0]} with move ${ply + 1}`,
      );
      if (!own.length) return "";
      if (lost.length) return `${name} threw away ${lost.join(" and ")}.`;
      return `${name} made no mistakes${proven ? "" : " that were found in the time"}.`;
    })
    .join(" ");
}

/** Who was winning: above the middle odds, below it evens; the sooner, the farther. */
function curve() {
  const { game, ply, trunk } = state;
  const end = game.actions.length;
  if (trunk || !end || !isOpen()) return html`<svg id="curve" aria-hidden="true"></svg>`;
  const heights = range(0, end).map((it) => {
    const position = at(game, it);
    const own = isWon(position)
      ? { utility: -1, distance: 0 }
      : (judgementOf(it)?.best ?? state.known.get(keyOf(position)));
    if (!own || own.utility === null) return isOver(position) ? 0 : null;
    const sign = own.utility * (position.odd ? 1 : -1);
    return sign * (1 - Math.min(own.distance ?? 9, 12) / 20);
  });
  const x = (/** @type {number} */ it) => (it / end) * 100;
  const y = (/** @type {number} */ height) => 20 - 18 * height;
  const points = heights.flatMap((height, it) =>
    height === null ? [] : [`${x(it)},${y(height)}`],
  );
  const jump = (/** @type {MouseEvent} */ event) => {
    const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(Math.round(((event.clientX - left) / width) * end));
  };
  return html`<svg id="curve" aria-hidden="true" viewBox="0 0 100 40" preserveAspectRatio="none" @click=${jump}>
    <line x1="0" y1="20" x2="100" y2="20"></line>
    <polyline points=${points.join(" ")}></polyline>
    <line class="here" x1=${x(ply)} y1="0" x2=${x(ply)} y2="40"></line>
  </svg>`;
}
