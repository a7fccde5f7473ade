/* The days of the puzzles: texts such as 2026-11-25. */

const DAY = 24 * 60 * 60 * 1000;
const FIRST_DAY = "2026-01-01"; // the day of puzzle 1

export const today = () => new Date().toLocaleDateString("sv"); // as in Sweden: 2026-11-25

/** A number of days later. @param {string} day @param {number} days */
export const later = (day, days) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The number of a day's puzzle, from 1; 0 if the text is no day that has one. @param {string} day */
export function numberOf(day) {
  const number = (Date.parse(day) - Date.parse(FIRST_DAY)) / DAY + 1;
  return number > 0 && dayOf(number) === day ? number : 0;
}

/** The day of a puzzle. @param {number} number */
export const dayOf = (number) => later(FIRST_DAY, number - 1);

/** A day in words. @param {string} day @param {Intl.DateTimeFormatOptions} options */
export const dateText = (day, options = { day: "numeric", month: "long", year: "numeric" }) =>
  new Date(day).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });
