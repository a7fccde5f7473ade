/* The types of the page's script. Only the type checker reads this file. */

type Cell = [col: number, row: number];

type Action = [col: number, row: number, number: number];

/** A position as it stands on the board: the numbers by rows, and whether odds are to move. */
type Setup = { board: number[][]; odd: boolean };

/** A row, column or diagonal. */
type Line = ReturnType<typeof import("./rules.js").linesOf>[number];

type Game = ReturnType<typeof import("./address.js").read>["game"] & {
  /** The puzzle that follows a lesson, if not the next lesson. */
  next?: string;
  /** Whether it was opened as the puzzle of that day, not by a link. */
  isOfDay?: boolean;
};

/** Whether the side to move wins (1), ties (0) or loses (-1), and after how many plies. */
type Value = { utility: number; distance: number | null };

/** The same, as far as it is proven. */
type Prospect = Value | { utility: null; distance: null };

/** The value of a position, and if the page asked for it, of each action, the best first. */
type Values = Prospect & {
  best: Action[];
  actions?: (Prospect & { action: Action })[];
  complete?: boolean;
};

/** How a puzzle has gone so far. */
type Progress = {
  /** The wrong tries, such as "lost: 0,2,5". */
  wrong: string[];
  /** How many hints were given, by the moves before them, as in links. */
  hints: Record<string, number>;
  end: "" | "solved" | "shown";
  /** The day on which it was opened first. */
  opened?: string;
  /** The moves so far, as in links. */
  moves: string;
};
