#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The HTML report in headless Chromium: sort, filter, print, no console messages, axe. It needs bin/cryptogap, Node.js and
# Chromium (Debian's packages nodejs, npm and chromium; CHROMIUM names another).
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
browser=${CHROMIUM:-/usr/bin/chromium}
for program in node npm "$browser"; do
	command -v "$program" >/dev/null || { echo "browser.sh: $program is not installed: install nodejs, npm and chromium" >&2; exit 1; }
done
pages=$(mktemp -d)
trap 'rm -rf -- "$pages"' EXIT
npm ci --prefix .ci/browser --ignore-scripts --no-audit --no-fund --silent
bin/cryptogap report docs/results/reference.jsonl.gz --format html -o "$pages/reference.html"
bin/cryptogap report docs/results/sweep.jsonl.gz --format html -o "$pages/sweep.html"
CHROMIUM=$browser node .ci/browser/test.mjs "$pages/reference.html" "$pages/sweep.html"
