/* What bound.html says of a search, in words. */

import { opponent } from "./bound-search.js";
import { counted } from "./words.js";

/** @typedef {import("./bound-search.js").Search} Search */
/** @typedef {import("./bound-search.js").Child} Child */
/** What a player found at a place, and one of the moves.
    @typedef {import("./bound-search.js").Root & { child: Child }} Subject */

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
export const signed = (value) => `${value}`.replace("-", "−").replace("Infinity", "∞");

/** Whom a value stands for. @param {Search} search @param {number} value */
export function outcomeOf({ rules, player }, value) {
  if (value === 0) return "a tie";
  return `${value > 0 ? player : opponent(rules, player)} ${rules.hurries ? "win" : "wins"}`;
}

/** What a child is really worth. @param {Search} search @param {Child} child */
export function reality(search, { place }) {
  const value = search.truth(place);
  return `${signed(value)}: ${outcomeOf(search, value)}`;
}

/** Whether the search knows that a value is at most or at least what it returned, or that it is
    exact. @param {Child} child @returns {"exact" | "at most" | "at least"} */
export function knowledge({ found }) {
  if (!found || found.low === found.high) return "exact";
  return found.high === found.value ? "at most" : "at least";
}

/** At which ply the game seems to end after a child, in T3. @param {Search} search @param {Child} child
    @param {number} depth of the child, from the position that was asked about */
export const plyText = ({ rules }, { found }, depth) =>
  rules.hurries && found ? `, ply ${found.plies + depth}` : "";

/** The sentences that explain why a move looks better than it is, one for each step.
    @param {Subject} subject */
export function steps({ search, child, equals, value: best }) {
  const lie = search.lie(child);
  if (!lie) return [];
  const { way, reply, unseen } = lie;
  const [first] = equals;
  const value = signed(best);
  const replies = search.children(way[way.length - 1]);
  const seen = replies.filter(({ found }) => found);
  const [name, firstName] = [child, first].map(nameOf);
  const isDeep = way.length > 1;
  const then = isDeep ? `, after it ${way.slice(1).map(nameOf).join(", then ")}` : "";
  const early =
    knowledge(reply) === "exact"
      ? ", and that is exact"
      : `: “at most ${value}”, because the search stopped early there, too`;
  const choice = search.rules.hurries
    ? "prefers it, because that game seems to end sooner"
    : `counts ${name} among the best`;
  return [
    `Of the moves that return ${value}, ${firstName} is searched first${plyText(search, first, 1)}. Its ${value} is exact: ${outcomeOf(search, best)}. So alpha is ${value}: ${search.player} can be sure of that.`,
    `Next, ${name}${then}. The search looks at ${seen.map(nameOf).join(", ")}. ${seen.length > 1 ? "The last" : "It"} returns ${value}${early}. So beta is ${value}: there, ${search.player} can get no more.`,
    `alpha ${search.strict ? ">" : ">="} beta: ${name} can't be better than ${firstName}. So the search stops, and cuts ${counted(replies.length - seen.length, "other move")}. For the position's value that is right: it is ${value}, whatever was cut. ${name} returns ${value}${plyText(search, child, 1)}.`,
    `That ${value} means “at most ${value}”. After ${nameOf(unseen)}, which the search never saw, the value is ${reality(search, unseen)}.${isDeep ? ` After ${nameOf(way[1])}, no other move is better.` : ""} So ${name} is worth ${signed(search.truth(child.place))}, not ${value}. The program takes the bound for a value, and ${choice}.`,
  ];
}
