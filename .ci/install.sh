#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs a built binary with its workers, manual pages and shell completions.
#
#   .ci/install.sh BINARY PREFIX
#
# Exit codes: 0 all well, 2 wrong usage, else what a command exits with.
set -euo pipefail
if (($# != 2)) || [[ ! -x $1 || -z $2 ]]; then
	printf 'install: usage: .ci/install.sh BINARY PREFIX\n' >&2
	exit 2
fi
binary=$1 prefix=$2
install -d "$prefix/bin" "$prefix/share/man/man1"
install "$binary" "$prefix/bin/cryptogap"
# The workers of another build would not be run.
rm -rf -- "$prefix/bin/cryptogap.layouts"
if [[ -d $binary.layouts ]]; then cp -r -- "$binary.layouts" "$prefix/bin/cryptogap.layouts"; fi
"$binary" man "$prefix/share/man/man1"
while read -r shell path; do
	install -d "$prefix/share/$(dirname "$path")"
	"$binary" completion "$shell" >"$prefix/share/$path"
done <<-END
	bash bash-completion/completions/cryptogap
	zsh zsh/site-functions/_cryptogap
	fish fish/vendor_completions.d/cryptogap.fish
END
