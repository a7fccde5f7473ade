/* The service worker: keeps the page, so that it opens at once and offline. The command that writes
   the page puts its version and files here. */

const worker = /** @type {any} */ (self);
const scope = worker.registration.scope;
const PAGE = `${scope} page {{page}}`;

/** @param {string} name @param {(event: any) => Promise<any>} work */
const during = (name, work) =>
  worker.addEventListener(name, (/** @type {any} */ event) => event.waitUntil(work(event)));

during("install", async () => {
  const kept = await caches.open(PAGE);
  if (!(await kept.keys()).length)
    await kept.addAll(
      "{{files}}".split(" ").map((file) => new Request(file, { cache: "no-cache" })),
    );
  await worker.skipWaiting();
});

during("activate", async () => {
  for (const name of await caches.keys())
    if (name.startsWith(`${scope} `) && name !== PAGE) await caches.delete(name);
  await worker.clients.claim();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = request.url.replace(/index\.html(?=[?#]|$)/, ""); // the same as ./
  const kept = caches.match(address, { ignoreSearch: true });
  event.respondWith(kept.then((it) => it ?? fetch(request)));
});
