/* The service worker: keeps the page, so that it opens at once and offline. Each visit brings the
   next one up to date. */

const worker = /** @type {any} */ (self);
const FILES = ["./", "icon.svg", "manifest.webmanifest", "touch-icon.png"];

const kept = () => caches.open(`${worker.registration.scope} page`);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(kept().then((cache) => cache.addAll(FILES)));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname.replace(/index\.html$/, ""); // the same as ./
  const answer = async () => {
    const cache = await kept();
    const file = await cache.match(address);
    if (!file) return fetch(request);
    event.waitUntil(cache.add(address).catch(() => {})); // offline
    return file;
  };
  event.respondWith(answer());
});
