"""Pictures of what the tests of the pages see, for people to look at."""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

FOLDER = "TABLIER_SHOTS"
"""The environment variable with the folder of the pictures; without it none are taken but those that a test is about."""


def picture(place: Page | Locator, path: Path, **more: Any) -> None:
    """Take a picture if pictures are wanted: each takes a third of the time of loading a page."""
    if FOLDER in os.environ:
        path.parent.mkdir(parents=True, exist_ok=True)
        place.screenshot(path=path, **more)
