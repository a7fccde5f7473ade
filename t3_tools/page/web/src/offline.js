/* The service worker: keeps the page, so that it opens at once and offline. The command that
   writes the page puts the version and the files here. */

const FILES = "{{files}}".split(" ");

const worker = /** @type {any} */ (self);
const scope = worker.registration.scope;
const CACHE = `${scope} {{version}}`;

/** @param {string} name @param {() => Promise<any>} work */
const during = (name, work) =>
  worker.addEventListener(name, (/** @type {any} */ event) => event.waitUntil(work()));

during("install", async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
});

during("activate", async () => {
  for (const name of await caches.keys())
    if (name.startsWith(`${scope} `) && name !== CACHE) await caches.delete(name);
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

worker.addEventListener("fetch", (/** @type {any} */ event) =>
  event.respondWith(answer(event.request)),
);
