/* What bound.html says of a search, in words. */

import { counted } from "./words.js";

/** @typedef {import("./bound-search.js").Search} Search */
/** @typedef {import("./bound-search.js").Place} Place */
/** @typedef {import("./bound-search.js").Child} Child */
/** A place that a player searched, the order of its moves, and one of the moves.
    @typedef {{ search: Search, place: Place, children: Child[], child: Child }} Subject */

const NAMES = [
  ...["top left", "top", "top right", "left", "centre", "right"],
  ...["bottom left", "bottom", "bottom right"],
];

/** @param {number} at */
export const cellName = (at) => NAMES[at];

/** @param {Child} child */
export const nameOf = ({ move: { at, mark } }) =>
  /\d/.test(mark) ? `${mark} at the ${NAMES[at]}` : `${mark} ${NAMES[at]}`;

/** @param {number} value */
export const signed = (value) => (value < 0 ? `−${-value}` : `${value}`).replace("Infinity", "∞");

/** Whom a value stands for. @param {Search} search @param {number} value */
export function outcomeOf({ rules, player }, value) {
  const [other] = Object.keys(rules.marks).filter((it) => it !== player);
  const verb = rules.hurries ? "win" : "wins";
  return value === 0 ? "a tie" : `${value > 0 ? player : other} ${verb}`;
}

/** Whether the search knows that a value is at most or at least what it returned, or that it is
    exact. @param {Child} child @returns {"exact" | "at most" | "at least"} */
export function knowledge({ found }) {
  if (!found || found.low === found.high) return "exact";
  return found.high === found.value ? "at most" : "at least";
}

/** @param {Child} child */
export const sign = (child) => ({ exact: "=", "at most": "≤", "at least": "≥" })[knowledge(child)];

/** At which ply the game seems to end after a child, in T3. @param {Search} search @param {Child} child
    @param {number} depth of the child, from the position that was asked about */
export const plyText = ({ rules }, { found }, depth) =>
  rules.hurries && found ? `, ply ${found.plies + depth}` : "";

/** The sentences that explain why a move looks better than it is, one for each step.
    @param {Subject} subject */
export function steps({ search, place, children, child }) {
  const lie = search.lie(child);
  if (!lie) return [];
  const { way, reply, unseen } = lie;
  const [first] = search.best(children).equals;
  const value = signed(first.found.value);
  const cut = way[way.length - 1];
  const replies = search.children(cut.place, cut.alpha, cut.beta);
  const seen = replies.filter(({ found }) => found);
  const [name, firstName] = [child, first].map(nameOf);
  const [truth, worth] = [unseen, child].map((it) => search.truth(it.place));
  const isDeep = way.length > 1;
  const then = isDeep ? `, after it ${way.slice(1).map(nameOf).join(", then ")}` : "";
  const early =
    knowledge(reply) === "exact"
      ? ", and that is exact"
      : `: “at most ${value}”, because the search stopped early there, too`;
  return [
    `Of the moves that return ${value}, ${firstName} is searched first${plyText(search, first, 1)}. Its ${value} is exact: ${outcomeOf(search, first.found.value)}. So alpha is ${value}: ${search.player} can have that.`,
    `Next, ${name}${then}. The search looks at ${seen.map(nameOf).join(", ")}. ${seen.length > 1 ? "The last" : "It"} returns ${value}${early}. So beta is ${value}: there, ${search.player} gets no more.`,
    `alpha ${search.strict ? ">" : ">="} beta: ${name} can't be better than ${firstName}. So the search stops, and cuts ${counted(replies.length - seen.length, "other move")}. For the position's value that is right: it is ${signed(search.truth(place))}, whatever was cut. ${name} returns ${value}${plyText(search, child, 1)}.`,
    `That ${value} means “at most ${value}”. After ${nameOf(unseen)}, which the search never saw, ${outcomeOf(search, truth)}: ${signed(truth)}.${isDeep ? ` After ${nameOf(way[1])}, no other move is better.` : ""} So ${name} is worth ${signed(worth)}, not ${value}. The program takes the bound for a value, and ${search.rules.hurries ? "prefers it, because that game seems to end sooner" : `counts ${name} among the best`}.`,
  ];
}
