#!/usr/bin/env bash
# Debian's Chromium for the tests in a browser, where packages may be installed; elsewhere those tests are skipped and say so.
have() { command -v chromium > /dev/null && command -v chromedriver > /dev/null; }
install() { DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium chromium-driver > /dev/null 2>&1; }

if have || [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then exit 0; fi
install || { apt-get update > /dev/null 2>&1 && install; }
have || echo "chromium could not be installed: the tests in a browser will be skipped (or fail, under PLM_NEEDS_BROWSER=1)" >&2
exit 0
