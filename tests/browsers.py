"""A real browser for tests: Debian's Chromium, headless.

Where there is none the tests are skipped and say so; with PLM_NEEDS_BROWSER=1, as in continuous integration, they fail instead.
"""

from __future__ import annotations

import os
import shutil

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

_SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--mute-audio",
    "--window-size=1280,900",
)


def start_chromium() -> Chrome:
    """A browser whose log tells script errors; the caller quits it."""
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        said = "no Chromium with chromedriver here (Debian: apt-get install chromium chromium-driver)"
        if os.environ.get("PLM_NEEDS_BROWSER") == "1":
            pytest.fail(said)
        pytest.skip(said)
    options = ChromeOptions()
    options.binary_location = chromium
    for switch in _SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Chrome(options=options, service=Service(driver))
