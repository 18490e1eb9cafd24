"""Debian's Chromium, headless, for tests of the pages and for timing them; `tools/browser.sh` installs it where it may."""

from __future__ import annotations

import shutil

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

MISSING = "no Chromium with chromedriver here (Debian: apt-get install chromium chromium-driver)"
_SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--mute-audio",
    "--window-size=1280,900",
)


def start_browser() -> Chrome | None:
    """A browser that keeps its log of script errors; None where there is none. Whoever asked for it calls `quit()`."""
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        return None
    options = ChromeOptions()
    options.binary_location = chromium
    for switch in _SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Chrome(options=options, service=Service(driver))
