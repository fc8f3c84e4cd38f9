#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The ways of building that the README names and the other checks do not go: each is gone here, as far as the compiler. Libraries
# that the cache has are not built again.
#
#   .ci/ways.sh
#
# Exit codes: 0 all well, 1 a way that does not work. A way that cannot be tried here says so.
set -euo pipefail
export LC_ALL=C
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
PATH=$PATH:/usr/local/go/bin
tags=$(native/build.sh facts tag | paste -sd ,)
readarray -t bridges < <(native/build.sh facts bridge | sed 's,^,./,')

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# way NAME COMMAND …: goes it, in a process of its own whose environment is lost again.
way() {
	local name=$1 code
	shift
	set +e
	(
		set -e
		"$@"
	) >"$work/log" 2>&1 </dev/null
	code=$?
	set -e
	if ((code)); then
		tail -n 20 "$work/log" >&2
		printf 'ways: %s: failed, the end of what it said is above\n' "$name" >&2
		exit 1
	fi
	printf 'ways: %s: ok\n' "$name"
}

# shellcheck disable=SC2317 # way calls these by their names
by_make() { make build; }

# shellcheck disable=SC2317
by_hand() {
	local prefix path=''
	for prefix in $(native/build.sh where); do path=${path:+$path:}$prefix/lib/pkgconfig; done
	export PKG_CONFIG_PATH=$path CGO_CFLAGS='-O2 -g -DCG_NATIVE'
	go build ./...
}

# One sentence that names make, and no word about pkg-config or headers, where Go's own commands know of no library.
# shellcheck disable=SC2317,SC2016
by_go_alone() {
	unset PKG_CONFIG_PATH CGO_CFLAGS
	if go build ./... >"$work/said" 2>&1; then
		echo 'go build ./... succeeds without the environment'
		return 1
	fi
	cat "$work/said"
	[[ $(grep -c 'run make, or eval "$(make env)"' "$work/said") -ge 1 && $(wc -l <"$work/said") -le 6 ]]
	if grep -Eq 'pkg-config|undefined reference|No such file' "$work/said"; then return 1; fi
	go build -tags "$tags" ./...
}

# shellcheck disable=SC2317
by_environment() {
	unset PKG_CONFIG_PATH
	eval "$(make env)"
	go vet "${bridges[@]}"
	go build -o "$work/cryptogap" ./cmd/cryptogap
	"$work/cryptogap" verify sha256 aes-256-gcm
}

# shellcheck disable=SC2317
by_clang() {
	eval "$(make env)"
	export CC=clang
	go vet "${bridges[@]}"
	go build -o "$work/cryptogap" ./cmd/cryptogap
	"$work/cryptogap" verify sha256 aes-256-gcm
}

# One sentence, and none of the compiler's, where make finds no library. A cache without libraries whose archives can be had
# nowhere stands for that: a lock file with a version that is nobody's.
# shellcheck disable=SC2317
without_libraries() {
	local zeros
	zeros=$(printf '0%.0s' {1..64})
	# shellcheck disable=SC2012
	ls native/libraries | sed "s/\.sh$/ 0.0.1 newest 0.0.1 $zeros none_0.0.1.orig.tar.gz none http:\/\/localhost:1\/none.tar.gz/" >"$work/lock"
	if CRYPTOGAP_LOCK=$work/lock CRYPTOGAP_CACHE=$work/cache make build >"$work/said" 2>&1; then
		echo 'make build succeeds without libraries'
		return 1
	fi
	cat "$work/said"
	[[ $(grep -c 'could be had nowhere' "$work/said") == 1 && $(wc -l <"$work/said") -le 6 ]]
	! grep -Eq 'pkg-config|fatal error|undefined reference|# cryptogap' "$work/said"
}

way 'make' by_make
way 'go build ./..., PKG_CONFIG_PATH set by hand' by_hand
way 'go build ./... in a shell that knows of no library' by_go_alone
# shellcheck disable=SC2016
way 'eval "$(make env)", then Go'\''s own commands' by_environment
if ! command -v clang >/dev/null && ((EUID == 0)) && command -v apt-get >/dev/null; then
	echo 'ways: installing clang with apt-get'
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends clang </dev/null >/dev/null 2>&1 || true
fi
if command -v clang >/dev/null; then
	way 'CC=clang for the bridges, on the libraries that gcc built' by_clang
else
	echo 'ways: CC=clang: not tried, there is no clang here (apt-get install clang)'
fi
way 'a library that can be had nowhere is one sentence' without_libraries
