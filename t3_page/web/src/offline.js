/* The service worker: keeps the page, so that it opens at once and offline. Each visit brings the
   next one up to date. */

const worker = /** @type {any} */ (self);
const { scope } = worker.registration;
const FILES = [
  ...["./", "icon.svg", "manifest.webmanifest", "touch-icon.png"],
  ...["bound.html", "bound.css", "places.js", "search.js", "telling.js", "drawing.js", "game.js"],
  ...["tree.js", "save.js", "register.js"],
].map((it) => new URL(it, scope).href);

const kept = () => caches.open(`${scope} page`);

/** Keep what the server has at an address now, past the browser's own cache. A redirected answer can't
    be kept, and may be a login page: then the next visit goes to the server. @param {string} address */
async function keep(address) {
  const cache = await kept();
  for (const it of address === scope ? [address, `${address}index.html`] : [address]) {
    const answer = await fetch(it, { cache: "no-cache" });
    if (answer.ok && !answer.redirected) return cache.put(address, answer);
  }
  return cache.delete(address);
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(Promise.all(FILES.map(keep)));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = origin + pathname.replace(/index\.html$/, ""); // the same as ./
  if (!FILES.includes(address)) return;
  const answer = async () => (await (await kept()).match(address)) ?? fetch(event.request);
  event.respondWith(answer());
  event.waitUntil(keep(address).catch(() => {})); // offline
});
