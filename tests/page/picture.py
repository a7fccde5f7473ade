"""Draw the preview: python tests/page/picture.py t3_tools/page/static/preview.png."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from browser import LOADING, begin, chromium, served

POSITION = "#261/001/000-evens&play=evens"

if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "site") as address,
        chromium() as browser,
    ):
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        begin(page, address + POSITION)
        expect(page.locator("#note")).to_be_empty(timeout=LOADING)
        page.screenshot(path=sys.argv[1])
