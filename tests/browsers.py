"""A real browser for tests.

Where there is none the tests are skipped and say so; with PLM_NEEDS_BROWSER=1, as in continuous integration, they fail instead.
"""

from __future__ import annotations

import os

import pytest
from selenium.webdriver import Chrome

from tools.browser import MISSING, start_browser


def start_chromium() -> Chrome:
    """A browser whose log tells script errors; the caller quits it."""
    started = start_browser()
    if started is not None:
        return started
    if os.environ.get("PLM_NEEDS_BROWSER") == "1":
        pytest.fail(MISSING)
    pytest.skip(MISSING)
