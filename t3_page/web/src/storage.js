/* What the page keeps on the device. Browsers can forbid that; then it lasts as long as the page. */

/** @type {Record<string, string>} */
let device = {};
try {
  device = localStorage;
} catch {
  // Only this page remembers it.
}

/** @template T @param {string} name @param {T} usual @returns {T} */
export function stored(name, usual) {
  try {
    return JSON.parse(device[`t3 ${name}`]) ?? usual;
  } catch {
    return usual; // nothing is there, or something damaged
  }
}

/** @param {string} name @param {unknown} value */
export function store(name, value) {
  try {
    device[`t3 ${name}`] = JSON.stringify(value);
  } catch {
    // The device is full.
  }
}
