"""A player that tries each door out of check.html, and a server that must not hear it."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from handed_in import COURSE_STATE, Contents

PLAYER = '''\
import asyncio, builtins
import js, pyodide_js
from pyodide.ffi import create_proxy, to_js

SITE, OTHER = "@SITE", "@OTHER"
NESTED = """
const doors = [
  async () => caches.open("doors"),
  async () => fetch("@OTHERnested", { mode: "no-cors" }),
  async () => importScripts("@OTHERnested"),
];
Promise.any(doors.map((door) => door()))
  .then(() => postMessage("open"), () => postMessage(""));
"""

def plain(**names):
    return to_js(names, dict_converter=js.Object.fromEntries)

def event(target, name):
    def wait(resolve, reject):
        target.addEventListener(name, create_proxy(resolve))
        target.addEventListener("error", create_proxy(lambda _: reject(js.Error.new())))
    return js.Promise.new(create_proxy(wait))

def fetched(address):
    scope = js.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self))
    return scope.fetch.call(js.self, address, plain(mode="no-cors"))

async def nested():
    text = js.Blob.new(to_js([NESTED]))
    message = await event(js.Worker.new(js.URL.createObjectURL(text)), "message")
    assert message.data

def channel():
    it = js.BroadcastChannel.new("doors")
    it.postMessage("knock")
    return event(it, "message")

def package():
    pyodide_js.loadPackage(OTHER + "package.whl")
    raise OSError

DOORS = {
    "caches": lambda: js.caches.open("doors"),
    "indexedDB": lambda: event(js.indexedDB.open("doors"), "success"),
    "private files": lambda: js.navigator.storage.getDirectory(),
    "fetch of the site": lambda: fetched(SITE + "preview.png"),
    "fetch": lambda: fetched(OTHER + "fetch"),
    "WebSocket": lambda: event(js.WebSocket.new(OTHER.replace("http", "ws")), "open"),
    "importScripts": lambda: js.importScripts(SITE + "check/check-worker.js"),
    "worker": lambda: event(js.Worker.new(SITE + "check/check-worker.js"), "message"),
    "nested worker": nested,
    "BroadcastChannel": channel,
    "pyodide_js": package,
}

async def tried(name, door):
    try:
        result = door()
        if hasattr(result, "then") or asyncio.iscoroutine(result):
            await result
        builtins.opened.append(name)
    except BaseException:
        builtins.shut.add(name)

send = js.MessagePort.prototype.postMessage

def forge(port, message):
    for forged in None, 7, plain(verdict="exact"), plain(answer=95), plain(late=True):
        send.call(port, forged)
    js.setTimeout(create_proxy(lambda: send.call(port, message)), 1000)  # tasks go on

if not hasattr(builtins, "opened"):
    js.MessagePort.prototype.postMessage = create_proxy(forge, capture_this=True)
    builtins.opened, builtins.shut, builtins.tasks = [], set(), []
    for name, door in DOORS.items():
        builtins.tasks.append(asyncio.ensure_future(tried(name, door)))

def choose(state):
    waiting = DOORS.keys() - {*builtins.opened, *builtins.shut}
    raise RuntimeError(f"open: {builtins.opened}, waiting: {waiting}")
'''
"""Its `choose` says which doors are open, by an error."""

SHUT = "open: [], waiting: {'BroadcastChannel'}"
"""What it says if only a channel can be had, on which nobody answers."""

MARK = "36.8 of 100"
"""The mark for it in the exam of written.py: its t3_state.py is right."""


@contextmanager
def other_server() -> Iterator[str]:
    """Another server than the site's; yields its address. Fails if it is connected to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def hostile(site: str, other: str) -> Contents:
    """The files of that player, against a site and another server."""
    player = PLAYER.replace("@SITE", site).replace("@OTHER", other)
    return {"t3_player.py": player, "t3_state.py": COURSE_STATE}
