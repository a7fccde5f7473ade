/* What bound.html says of a search, in words. */

import { isOfT3, opponent } from "./bound-search.js";

/** @typedef {import("./bound-search.js").Search} Search */
/** @typedef {import("./bound-search.js").Child} Child */
/** What a player found at a place, and a move of it; the replies that it looked at; the way by
    which the move looks better than it is, if it does; how far this has been told; the paths that
    are open in its tree, and those of the moves whose worth has been told.
    @typedef {import("./bound-search.js").Root & { child: Child, seen: Child[], way: Child[],
      step: number, open: Set<string>, told: Set<string> }} Story */

/** The names of the cells. */
export const CELLS = [
  ...["top left", "top", "top right", "left", "centre", "right"],
  ...["bottom left", "bottom", "bottom right"],
];

/** @param {Child} child */
export const nameOf = ({ at, mark }) => `${mark}${/\d/.test(mark) ? " at the" : ""} ${CELLS[at]}`;

/** @param {number} value */
export const signed = (value) => `${value}`.replace("-", "−").replace("Infinity", "∞");

/** Whom a value stands for. @param {Search} search @param {number} value */
export function outcomeOf({ player }, value) {
  if (value === 0) return "a tie";
  return `${value > 0 ? player : opponent(player)} ${isOfT3(player) ? "win" : "wins"}`;
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

/** At which ply the game seems to end after a child, in T3. @param {Search} search @param {Child} child */
export const plyText = ({ player }, { found, path }) =>
  isOfT3(player) && found ? `, ply ${found.plies + path.length / 2}` : "";

/** A story at its beginning, with its tree open down to the cut.
    @param {import("./bound-search.js").Root} root @param {Child} child @returns {Story} */
export function begin(root, child, told = new Set()) {
  const { search, equals } = root;
  const seen = search.children(child).filter(({ found }) => found);
  const way = equals.includes(child) ? search.wayToCut(child) : [];
  const open = new Set(way.map(({ path }) => path));
  return { ...root, child, seen, way, step: 0, open, told: told.add(child.path) };
}

/** The sentences that explain a move by five nodes, one for each step. @param {Story} story */
export function steps({ search, child, equals, value: best, seen, way }) {
  const [name, first, unseen, reply] = [child, equals[0], way[1], ...seen.slice(-1)].map(nameOf);
  const value = signed(best);
  const early =
    knowledge(seen[seen.length - 1]) === "exact"
      ? "and that is exact"
      : `“at most ${value}”, because the search stopped early there, too`;
  const choice = isOfT3(search.player)
    ? "prefers it, because that game seems to end sooner"
    : `counts ${name} among the best`;
  return [
    `Of the moves that return ${value}, ${first} is searched first${plyText(search, equals[0])}. Its ${value} is exact: ${outcomeOf(search, best)}. So alpha is ${value}: ${search.player} can be sure of that.`,
    `Next, ${name}. The search looks at ${seen.map(nameOf).join(", ")}. ${reply} returns ${value}, ${early}. So beta is ${value}: there, ${search.player} can get no more.`,
    `alpha ${search.cut} beta: ${name} can't be better than ${first}. So the search stops, and cuts what is left. For the position's value that is right: it is ${value}, whatever was cut. ${name} returns ${value}${plyText(search, child)}.`,
    `That ${value} means “at most ${value}”. After ${unseen}, which the search never saw, the value is ${reality(search, way[1])}. So ${name} is worth ${signed(search.truth(child.place))}, not ${value}. The program takes the bound for a value, and ${choice}.`,
  ];
}
