/* The rules, as t3_state.py and t3_play/sums.py have them. So a person can play before Python
   has loaded. A test compares both. */

/** @typedef {[col: number, row: number]} Cell */
/** @typedef {[col: number, row: number, number: number]} Action */
/** @typedef {{ board: number[][], odd: boolean, target: number, largest: number }} Position
    `odd`: whether odds are to move. `target`: the sum that wins. */
/** @typedef {{ name: string, cells: Cell[], has: number, needs: number, won: boolean,
                dead: boolean, threat: boolean }} Line
    `threat`: whether one number completes it. */

/** The whole numbers from `first` to `last`.
    @param {number} first @param {number} last */
export const range = (first, last) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

/** @param {boolean} odd */
export const sideOf = (odd) => (odd ? "odds" : "evens");

/** The numbers of a side.
    @param {boolean} odd @param {number} largest */
export const numbersOf = (odd, largest) =>
  range(1, largest).filter((number) => (number % 2 === 1) === odd);

/** @param {number} size @param {boolean} odd @param {number} target @param {number} largest
    @returns {Position} */
export const emptyPosition = (size, odd, target = 13, largest = 6) => ({
  board: range(1, size).map(() => range(1, size).map(() => 0)),
  odd,
  target,
  largest,
});

/** The sum of each row, column and diagonal, and what it needs.
    @param {Position} position @returns {Line[]} */
export function linesOf({ board, target, largest }) {
  const span = range(0, board.length - 1);
  /** @type {[string, Cell[]][]} */
  const lines = [
    ...span.map((row) => /** @type {any} */ ([`row ${row}`, span.map((col) => [col, row])])),
    ...span.map((col) => /** @type {any} */ ([`column ${col}`, span.map((row) => [col, row])])),
    ["the diagonal from the top left", span.map((at) => [at, at])],
    ["the diagonal from the top right", span.map((at) => [at, board.length - 1 - at])],
  ];
  return lines.map(([name, cells]) => {
    const numbers = cells.map(([col, row]) => board[row][col]);
    const has = numbers.reduce((sum, number) => sum + number);
    const holes = numbers.filter((number) => number === 0).length;
    const needs = target - has;
    const dead = needs < 0 || needs > holes * largest;
    const threat = needs > 0 && needs <= largest && holes > 0;
    return { name, cells, has, needs, won: needs === 0, dead, threat };
  });
}

/** @param {Position} position */
export const isWon = (position) => linesOf(position).some(({ won }) => won);

/** @param {Position} position */
export const isOver = (position) => isWon(position) || position.board.flat().every(Boolean);

/** The numbers that can be placed now, on any empty cell.
    @param {Position} position */
export const choices = (position) =>
  isOver(position) ? [] : numbersOf(position.odd, position.largest);

/** @param {Position} position @param {Action} action */
export const isLegal = (position, [col, row, number]) =>
  position.board[row]?.[col] === 0 && choices(position).includes(number);

/** The position after a legal action.
    @param {Position} position @param {Action} action @returns {Position} */
export function after(position, [col, row, number]) {
  const board = position.board.map((cells) => [...cells]);
  board[row][col] = number;
  return { ...position, board, odd: !position.odd };
}

/** The position as text, such as `210/050/000 evens`.
    @param {Position} position */
export function notationOf({ board, odd, largest }) {
  const separator = largest > 9 ? "," : "";
  return `${board.map((row) => row.join(separator)).join("/")} ${sideOf(odd)}`;
}
