#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Compiles and runs the programs of this folder against the libraries that pkg-config finds: eval "$(make env)" first.
cd -- "$(dirname -- "${BASH_SOURCE[0]}")" || exit
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
field() { sed -n "/\"id\": \"mldsa44-use-hint-1-0\"/s/.*\"$1\": \"\\([0-9a-f]*\\)\".*/\\1/p" ../../compare/catalog/vectors.jsonl; }
for source in *.c; do
	name=${source%.c} library=libgcrypt
	[[ $name == wolfcrypt-* ]] && library=wolfssl
	arguments=()
	[[ $name == wolfcrypt-mldsa ]] && arguments=("$(field public)" "$(field msg)" "$(field signature)")
	# shellcheck disable=SC2046 # flags are words
	if ! ${CC:-cc} -Wall -Wextra -o "$out/$name" "$source" $(pkg-config --static --cflags --libs $library) -lm 2>"$out/log"; then
		printf '%-21s does not compile: %s\n' "$name" "$(grep -m1 error "$out/log")"
		continue
	fi
	printf '%-21s ' "$name"
	"$out/$name" "${arguments[@]}" 2>&1 | head -1
	status=${PIPESTATUS[0]}
	((status > 128)) && printf '%-21s ended by signal %d\n' "$name" $((status - 128))
done
exit 0
