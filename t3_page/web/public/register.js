/* For bound.html: keeps it, and the game, for offline use. */
setTimeout(() => navigator.serviceWorker?.register("offline.js").catch(() => {}), 2000);
