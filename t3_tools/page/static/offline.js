/* The service worker: keeps the page, so that it opens at once and offline. The command that
   writes the page puts the version and the files here. worker.js adds Python to the cache. */

const VERSION = "{{version}}";
const SHELL = "{{shell}}".split(" ");

const worker = /** @type {any} */ (self);
const scope = worker.registration.scope;
const NAME = `${scope} ${VERSION}`;

/** @param {string} name @param {(event: any) => Promise<any>} work */
const during = (name, work) =>
  worker.addEventListener(name, (/** @type {any} */ event) => event.waitUntil(work(event)));

during("install", async () => {
  const cache = await caches.open(NAME);
  await cache.addAll(SHELL.map((name) => new Request(name, { cache: "no-cache" })));
});

during("activate", async () => {
  for (const name of await caches.keys())
    if (name.startsWith(`${scope} `) && name !== NAME) await caches.delete(name);
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

worker.addEventListener("fetch", (/** @type {any} */ event) =>
  event.respondWith(answer(event.request)),
);
