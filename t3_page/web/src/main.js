/* Starts the page: draws the state, and listens to buttons, keys and the browser's history. */

import { board, moveFocus, onKey } from "./board.js";
import { element, openNewGame, openPuzzles, openShare } from "./dialogs.js";
import { render } from "lit-html";
import { restore } from "./play.js";
import { page, state, update } from "./state.js";
import { setAside } from "./storage.js";
import { think } from "./think.js";
import { controls, tray } from "./tray.js";
import { note, players, review, verdict } from "./telling.js";

/** What draws each element of index.html that changes. */
const PARTS = {
  players,
  verdict,
  note,
  room: board,
  tray,
  controls,
  review,
  wrong: () => state.wrong,
};

page.think = think;
page.draw = () => {
  const focused = document.activeElement !== document.body;
  for (const [id, part] of Object.entries(PARTS)) render(part(), element(id));
  if (focused && document.activeElement === document.body) moveFocus(); // what had the focus is gone
};

element("begin").onclick = openNewGame;
element("puzzle").onclick = openPuzzles;
element("send").onclick = openShare;
element("wrong").onclick = () => update({ wrong: "" });

addEventListener("keydown", onKey);

addEventListener("popstate", () => restore(false));

element("verdict").textContent = "";
const wrong = setAside();
restore(true);
if (wrong) update({ wrong });
setInterval(page.draw, 60_000); // today's puzzle may be another one
// For later visits, after what the person waits for.
setTimeout(() => navigator.serviceWorker?.register("offline.js").catch(() => {}), 2000);
