/* bound.html: a player that searches to the end by alpha-beta, takes a bound for a value, and loses. */

import { html, nothing, render } from "lit-html";
import { isWon, movesOf, Search } from "./bound-search.js";
import { colourOf, explanation, smallBoard, tree } from "./bound-why.js";
import { begin, CELLS, nameOf, outcomeOf, signed } from "./bound-words.js";

/** @param {string} id */
const element = (id) => /** @type {any} */ (document.getElementById(id));

/** @type {Record<string, Search>} */
const searches = { ">=": new Search("O", ">="), ">": new Search("O", ">") };

/** The program's search, as the code stands. */
const search = () => searches[element("cut").value];

/** O to move: two moves win, one loses at once, and the search finds all three equal. */
const example = searches[">="].root({ cells: "XO-XOX---", turn: "O" });

/** 261/001/000 evens, which T3's player throws away. */
const t3 = new Search("evens", ">=").root({ cells: "261--1---", turn: "evens" });

const newGame = () => ({
  places: [{ cells: "-".repeat(9), turn: "X" }],
  said: "You are X. Press a square.",
  /** The cell of the program's first mistake. */
  mistake: "",
});

const state = {
  ...newGame(),
  /** How many games ended so. */
  score: { "You beat it!": 0, "A tie.": 0, "The program wins.": 0 },
  /** The program's last choice among equals, or its first mistake in this game. */
  story: begin(example, example.equals[2]),
  depths: begin(t3, t3.fastest),
};

/** @param {Partial<typeof state>} change */
function update(change = {}) {
  Object.assign(state, change);
  element("shuffle").hidden = element("choice").value !== "shuffled";
  render(game(), element("game"));
  render(why(), element("why"));
  render(explanation(state.depths, update), element("depths"));
  render(tree(state.depths, update), element("t3-tree"));
}

const currentPlace = () => state.places[state.places.length - 1];

/** @template T @param {T[]} all */
const shuffled = (all) =>
  all
    .map((it) => ({ it, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ it }) => it);

/** Place an X, and let the program reply. @param {number} at */
function play(at) {
  const move = movesOf(currentPlace()).find((it) => it.at === at);
  if (!move) return;
  state.places.push(move.place);
  if (movesOf(move.place).length) reply();
  if (!movesOf(currentPlace()).length) end();
  update();
}

function reply() {
  const choice = element("choice").value;
  const moves = movesOf(currentPlace());
  const root = search().root(currentPlace(), choice === "shuffled" ? shuffled(moves) : moves);
  const { equals, value } = root;
  const [child] = choice === "random" ? shuffled(equals) : equals.slice(choice === "last" ? -1 : 0);
  const truth = root.search.truth(child.place);
  const now = truth < 0 ? "now you can win" : "it could have won";
  const told = truth < value ? ` That was a mistake: ${now}.` : "";
  if (equals.length > 1 && !state.mistake) state.story = begin(root, child);
  if (told) state.mistake ||= CELLS[child.at];
  state.places.push(child.place);
  state.said = `The program plays ${CELLS[child.at]}.${told} Your turn.`;
}

function end() {
  const winner = currentPlace().turn === "O" ? "You beat it!" : "The program wins.";
  const result = isWon(currentPlace()) ? winner : "A tie.";
  state.score[result] += 1;
  state.said = result + (state.mistake && ` Its mistake was ${state.mistake}.`);
}

/** Explain the same move as the new code finds it. */
function changeCode() {
  const { place, children, child } = state.story;
  const root = search().root(place, children);
  const story = begin(root, root.children[children.indexOf(child)]);
  update({ story, said: "From its next move on, the program plays by the new code." });
}

function repair() {
  element("cut").value = ">=";
  element("choice").value = "shuffled";
  changeCode();
  element("play").scrollIntoView();
}

function playOn() {
  const { search, child } = state.story;
  const said = `Your turn. Prove it: you can ${search.truth(child.place) < 0 ? "win" : "tie"}.`;
  update({ places: [child.place], said, mistake: CELLS[child.at] });
  element("play").scrollIntoView();
}

/** @param {string} mark @param {number} at */
const square = (mark, at) =>
  html`<button class="square ${colourOf(mark)}" data-at=${at} aria-label="${CELLS[at]}: ${mark === "-" ? "empty" : mark}" @click=${() => play(at)}>
    ${mark === "-" ? "" : mark}
  </button>`;

function game() {
  const [won, tied, lost] = Object.values(state.score);
  return html`<div id="squares" role="group" aria-label="Board">${[...currentPlace().cells].map(square)}</div>
    <p id="said" role="status">${state.said} ${state.mistake ? html`<a href="#why">Why?</a>` : nothing}</p>
    <p><button id="again" @click=${() => update(newGame())}>New game</button></p>
    <p class="soft">You won ${won}, tied ${tied}, lost ${lost}.</p>`;
}

function why() {
  const { search, place, children, equals, value, way, told } = state.story;
  const button = (/** @type {typeof children[0]} */ it) => {
    const truth = search.truth(it.place);
    const isTold = told.has(it.path);
    const isPlayed = state.places.some(({ cells }) => cells === it.place.cells);
    return html`<button class=${isPlayed ? "played" : ""} @click=${() => update({ story: begin(state.story, it, told) })}>
      <span class="unseen">${nameOf(it)}</span> ${smallBoard(it)}
      <small class=${isTold && truth < value ? "wrong" : ""}>${isTold ? outcomeOf(search, truth) : "?"}</small>
    </button>`;
  };
  return html`<h2>${way.length === 2 ? "Why: five nodes" : "Why"}</h2>
    <p>
      ${place === example.place ? "Until it has chosen among equals in your game, here is an example." : "From your game."}
      The program searched all ${children.length} moves, and these returned the best value: ${signed(value)}, ${outcomeOf(search, value)}.
      Are they equally good? Press one.
    </p>
    <div class="moves">${equals.map(button)}</div>
    <p class="soft">
      The value that it found for the position is right: ${signed(value)}.
      ${search.cut === ">" ? "So are theirs." : `So is that of the first of these moves, ${nameOf(equals[0])}. The others are worth that at most.`}
    </p>
    ${explanation(state.story, update)}
    ${way.length ? html`<p><button @click=${playOn}>Play on from here, as X</button></p>` : nothing}
    ${tree(state.story, update)}`;
}

element("game").replaceChildren();
element("cut").onchange = element("choice").onchange = changeCode;
element("repair").onclick = repair;
update();
setTimeout(() => navigator.serviceWorker?.register("offline.js").catch(() => {}), 2000);
