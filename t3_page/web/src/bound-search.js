/* The alpha-beta search that bound.html explains: of tic-tac-toe, and of T3 on 3 x 3. */

import { LARGEST, numbersOf, range, TARGET } from "./rules.js";

/** Nine cells by rows, one character each, and the side to move.
    @typedef {{ cells: string, turn: string }} Place */
/** @typedef {{ at: number, mark: string }} Mark */
/** What a search found: a value for its player, and between which values the true one lies.
    @typedef {{ value: number, low: number, high: number, plies: number }} Found */
/** A move, where it leads, the window given to the search there, and what that returned; nothing
    if it was cut.
    @typedef {{ move: Mark, place: Place, alpha: number, beta: number, found?: Found }} Child */
/** @typedef {{ marks: Record<string, string[]>, order: number[], empty: string, hurries: boolean,
      isLine: (marks: string[]) => boolean }} Rules */

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

/** @type {Rules} */
export const TIC_TAC_TOE = {
  marks: { X: ["X"], O: ["O"] },
  order: range(0, 8),
  empty: "-",
  hurries: false,
  isLine: ([first, ...others]) => first !== "-" && others.every((it) => it === first),
};

/** @type {Rules} */
export const T3 = {
  marks: { odds: numbersOf(true).map(String), evens: numbersOf(false).map(String) },
  order: [0, 3, 6, 1, 4, 7, 2, 5, 8],
  empty: "0",
  hurries: true,
  isLine: (marks) => marks.reduce((sum, it) => sum + Number(it), 0) === TARGET,
};

/** @param {Rules} rules @param {Place} place */
export const isWon = (rules, { cells }) =>
  LINES.some((line) => rules.isLine([...line].map((at) => cells[+at])));

/** @param {Rules} rules @param {Place} place */
export const isOver = (rules, place) => isWon(rules, place) || !place.cells.includes(rules.empty);

/** @param {Rules} rules @param {Place} place @param {Mark} move @returns {Place} */
export function after(rules, { cells, turn }, { at, mark }) {
  const [other] = Object.keys(rules.marks).filter((it) => it !== turn);
  return { cells: cells.slice(0, at) + mark + cells.slice(at + 1), turn: other };
}

/** @param {Rules} rules @param {Place} place @returns {Mark[]} */
export const movesOf = (rules, place) =>
  isOver(rules, place)
    ? []
    : rules.order
        .filter((at) => place.cells[at] === rules.empty)
        .flatMap((at) => rules.marks[place.turn].map((mark) => ({ at, mark })));

/** Alpha-beta to the end of the game, for one player: 1 if it wins, 0 for a tie, -1 if it loses. In T3
    it prefers, of equal values, the one that ends sooner. It remembers what each call returned. */
export class Search {
  /** @type {Map<string, Found>} */ #found = new Map();
  /** @type {Map<string, number>} */ #values = new Map();

  /** @param {Rules} rules @param {string} player @param {boolean} strict whether it cuts by >, not >= */
  constructor(rules, player, strict = false) {
    this.rules = rules;
    this.player = player;
    this.strict = strict;
  }

  /** @param {Place} place @returns {Found} */
  result(place, alpha = -Infinity, beta = Infinity) {
    const call = [place.cells, place.turn, alpha, beta].join();
    const known = this.#found.get(call);
    if (known) return known;
    const found = this.#end(place) ?? this.#best(place, this.children(place, alpha, beta));
    this.#found.set(call, found);
    return found;
  }

  /** @param {Place} place @returns {Found | undefined} */
  #end(place) {
    if (!isOver(this.rules, place)) return undefined;
    const value = isWon(this.rules, place) ? (place.turn === this.player ? -1 : 1) : 0;
    return { value, low: value, high: value, plies: 0 };
  }

  /** What the children's results say of a place. @param {Place} place @param {Child[]} children */
  #best({ turn }, children) {
    const isMax = turn === this.player;
    const all = children.flatMap(({ found }) => found ?? []);
    const isCut = all.length < children.length;
    const best = all.reduce((best, it) => (this.#isBetter(isMax, it, best) ? it : best));
    const edge = isMax ? Math.max : Math.min;
    const [low, high] = [edge(...all.map((it) => it.low)), edge(...all.map((it) => it.high))];
    return {
      value: best.value,
      low: isCut && !isMax ? -1 : low,
      high: isCut && isMax ? 1 : high,
      plies: best.plies + 1,
    };
  }

  /** @param {boolean} isMax @param {Found} one @param {Found} other */
  #isBetter(isMax, one, other) {
    if (one.value !== other.value) return one.value > other.value === isMax;
    return this.rules.hurries && one.plies < other.plies;
  }

  /** What the search does at a place, move by move.
      @param {Place} place @param {Mark[]} moves @returns {Child[]} */
  children(place, alpha = -Infinity, beta = Infinity, moves = movesOf(this.rules, place)) {
    const isMax = place.turn === this.player;
    let isCut = false;
    return moves.map((move) => {
      const next = after(this.rules, place, move);
      const found = isCut ? undefined : this.result(next, alpha, beta);
      const child = { move, place: next, alpha, beta, found };
      if (found && isMax) alpha = Math.max(alpha, found.value);
      else if (found) beta = Math.min(beta, found.value);
      isCut = this.strict ? alpha > beta : alpha >= beta;
      return child;
    });
  }

  /** The moves that the search finds equally good, and the one that a player of T3 takes.
      @param {Child[]} children */
  best(children) {
    const all = children.flatMap((it) => (it.found ? [{ ...it, found: it.found }] : []));
    const value = Math.max(...all.map(({ found }) => found.value));
    const equals = all.filter(({ found }) => found.value === value);
    const fastest = equals.reduce((best, it) => (it.found.plies < best.found.plies ? it : best));
    return { value, equals, fastest };
  }

  /** The value of a place, by plain minimax. @param {Place} place @returns {number} */
  truth(place) {
    const key = place.cells + place.turn;
    const value =
      this.#values.get(key) ??
      this.#end(place)?.value ??
      Math[place.turn === this.player ? "max" : "min"](
        ...movesOf(this.rules, place).map((it) => this.truth(after(this.rules, place, it))),
      );
    this.#values.set(key, value);
    return value;
  }

  /** Why a move looks better than it is: the way to a place whose search was cut before a reply that
      refutes it. The way begins with the move; its last place is the one that was cut. Nothing if
      the move is worth what the search returned.
      @param {Child} child @returns {{ way: Child[], reply: Child, unseen: Child } | undefined} */
  lie(child) {
    const value = Number(child.found?.value);
    if (this.truth(child.place) >= value) return undefined;
    const replies = this.children(child.place, child.alpha, child.beta);
    const seen = replies.filter(({ found }) => found);
    const worse = replies.filter(({ place }) => this.truth(place) < value);
    const unseen = worse.find(({ found }) => !found);
    if (unseen) return { way: [child], reply: seen[seen.length - 1], unseen };
    // The refutation was searched, so the lie is further down: after one of the answers to it.
    return worse
      .flatMap((reply) =>
        this.children(reply.place, reply.alpha, reply.beta)
          .filter(({ found }) => found?.value === value)
          .flatMap((answer) => {
            const deeper = this.lie(answer);
            return deeper ? [{ ...deeper, way: [child, reply, ...deeper.way] }] : [];
          }),
      )
      .sort((one, other) => one.way.length - other.way.length)[0];
  }
}

/** A position of T3, such as 261/001/000 evens. Throws an Error if it can't be explained.
    @param {string} text @returns {Place} */
export function placeOf(text) {
  const pattern = new RegExp(
    `^([0-${LARGEST}]{3})/([0-${LARGEST}]{3})/([0-${LARGEST}]{3})[ -]+(odds|evens)$`,
  );
  const [, top, middle, bottom, turn] = pattern.exec(text.trim().toLowerCase()) ?? [];
  if (!turn)
    throw new Error(
      "Type three rows of three numbers and whose turn it is, such as 261/001/000 evens.",
    );
  const place = { cells: top + middle + bottom, turn };
  const empty = [...place.cells].filter((it) => it === "0").length;
  if (isOver(T3, place)) throw new Error("In this position the game is over.");
  if (empty > 6) throw new Error(`This position has ${empty} empty cells. At most 6, please.`);
  return place;
}
