/* The rules, as t3_state.py and t3_play/sums.py have them. A test compares both. */

export const TARGET = 13; // the sum that wins
export const LARGEST = 6; // the largest number

/** The whole numbers from `first` to `last`. @param {number} first @param {number} last */
export const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** The number from 0 to `most` that is closest. @param {number} number @param {number} most */
export const clamp = (number, most) => Math.max(0, Math.min(number, most));

/** @param {boolean} odd */
export const sideOf = (odd) => (odd ? "odds" : "evens");

/** A side's numbers. @param {boolean} odd */
export const numbersOf = (odd) => range(1, LARGEST).filter((number) => (number % 2 === 1) === odd);

/** @param {number} size @param {boolean} odd @returns {Setup} */
export const emptySetup = (size, odd) => ({
  board: range(1, size).map(() => range(1, size).map(() => 0)),
  odd,
});

/** The rows, the columns, the diagonals. @param {Setup} setup */
export function linesOf({ board }) {
  const span = range(0, board.length - 1);
  /** @param {string} name @param {(at: number) => Cell} path */
  const line = (name, path) => {
    const cells = span.map(path);
    const numbers = cells.map(([col, row]) => board[row][col]);
    const has = numbers.reduce((sum, number) => sum + number);
    const holes = numbers.filter((number) => number === 0).length;
    const needs = TARGET - has;
    const dead = needs < 0 || needs > holes * LARGEST;
    // Whether one number completes it.
    const threat = needs > 0 && needs <= LARGEST && holes > 0;
    return { name, cells, has, holes, needs, won: needs === 0, dead, threat };
  };
  return [
    ...span.map((row) => line(`row ${row}`, (at) => [at, row])),
    ...span.map((col) => line(`column ${col}`, (at) => [col, at])),
    line("the diagonal from the top left", (at) => [at, at]),
    line("the diagonal from the top right", (at) => [at, board.length - 1 - at]),
  ];
}

/** @param {Setup} setup */
export const isWon = (setup) => linesOf(setup).some(({ won }) => won);

/** @param {Setup} setup */
export const isOver = (setup) => isWon(setup) || setup.board.flat().every(Boolean);

/** @param {Setup} setup @param {Action} action */
export const isLegal = (setup, [col, row, number]) =>
  setup.board[row]?.[col] === 0 && !isOver(setup) && numbersOf(setup.odd).includes(number);

/** The position after a legal action.
    @param {Setup} setup @param {Action} action @returns {Setup} */
export function after(setup, [col, row, number]) {
  const board = setup.board.map((cells) => [...cells]);
  board[row][col] = number;
  return { board, odd: !setup.odd };
}

/** The position after the first `ply` actions of a game.
    @param {Pick<Game, "start" | "actions">} game @param {number} ply */
export const setupAt = ({ start, actions }, ply) => actions.slice(0, ply).reduce(after, start);

/** The position as text, such as `210/050/000 evens`. @param {Setup} setup */
export const notationOf = ({ board, odd }) =>
  `${board.map((row) => row.join("")).join("/")} ${sideOf(odd)}`;
