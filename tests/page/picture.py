"""Make the picture of the page in the README: python tests/page/picture.py FILE.png."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from browser import LOADING, begin, chromium, served

POSITION = "#261/001/000-evens&show=values"

if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "site") as address,
        chromium() as browser,
    ):
        page = browser.new_page(viewport={"width": 1000, "height": 730})
        begin(page, address + POSITION)
        expect(page.locator("#verdict")).to_contain_text("win in", timeout=LOADING)
        expect(page.locator("#note")).to_be_empty(timeout=LOADING)
        page.screenshot(path=sys.argv[1])
