#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Holds shell scripts to shellcheck and C to .clang-format. A program that is missing is installed where that can be done.
#
# Exit codes: 0 all well, 1 something to mend, which is shown. What cannot be checked here is said.
set -euo pipefail
export LC_ALL=C
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# present PROGRAM: whether it is here, after an attempt to install it.
present() {
	if ! command -v "$1" >/dev/null && ((EUID == 0)) && command -v apt-get >/dev/null; then
		echo "lint: installing $1 with apt-get"
		DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1" </dev/null >/dev/null 2>&1 || true
	fi
	command -v "$1" >/dev/null || { echo "lint: not checked, there is no $1 here (apt-get install $1)" && return 1; }
}

code=0
readarray -t scripts < <(git ls-files '*.sh' .ci/run | grep -v '^native/build/') # those are parts of native/build.sh
if present shellcheck; then
	shellcheck --external-sources --source-path=SCRIPTDIR "${scripts[@]}" || code=1
fi
readarray -t sources < <(git ls-files '*.[ch]')
if present clang-format; then
	clang-format --dry-run --Werror "${sources[@]}" || code=1
fi
exit "$code"
