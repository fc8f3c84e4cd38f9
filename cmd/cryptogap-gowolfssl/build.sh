#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds and tests cryptogap with wolfSSL's Go wrapper as a fourth library. Run it with "help" for its commands.
# pkg-config has to find the C libraries: eval "$(native/build.sh env)" makes it, and so does make.

set -euo pipefail
export LC_ALL=C CGO_ENABLED=1

go=${GO:-go}
pkg_config=${PKG_CONFIG:-pkg-config}
work=$PWD
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
here=$PWD
root=$(cd ../.. && pwd)
wrapper=github.com/wolfssl/go-wolfssl

usage() {
	cat <<'END'
usage: cmd/cryptogap-gowolfssl/build.sh [command]

  build [FILE]        build the binary with go-wolfssl itself (the default; FILE: bin/cryptogap-gowolfssl)
  standin [FILE]      build it with the stand-in (FILE: bin/cryptogap-gowolfssl-standin)
  test [FLAG ...]     vet and test with the stand-in, and with go-wolfssl itself where the go command has it already;
                      FLAG is go test's
  sync                take over the root module's requirements into go.mod and go.sum
  help                print this

exit: 0 all well, 1 a failure, 2 wrong usage, 3 go-wolfssl cannot be fetched

environment:
  GO, PKG_CONFIG      the commands
  GOPROXY, GOFLAGS    as ever
END
}

say() { printf 'gowolfssl: %s\n' "$*" >&2; }

# die CODE SENTENCE
die() {
	local code=$1
	shift
	say "$*"
	exit "$code"
}

# flags: the wrapper's own cgo lines look for wolfSSL in /usr/local, so the place of the pinned one comes from outside.
# It is set for every build: the go command takes from its cache what it built with another wolfSSL where only what
# pkg-config says has changed.
flags() {
	local cflags libs
	if ! cflags=$("$pkg_config" --cflags wolfssl) || ! libs=$("$pkg_config" --static --libs wolfssl); then
		die 1 "pkg-config does not find wolfSSL: run make native, and then eval \"\$(native/build.sh env)\""
	fi
	CGO_CFLAGS="$("$go" env CGO_CFLAGS) $cflags"
	CGO_LDFLAGS="$("$go" env CGO_LDFLAGS) $libs"
	export CGO_CFLAGS CGO_LDFLAGS
}

version() { awk -v m="$wrapper" '$1 == m { print $2; exit }' go.mod; }

# download: brings the wrapper into the module cache; its output is what the go command said against it.
download() { GOWORK=off "$go" mod download "$wrapper" 2>&1; }

# output FILE DEFAULT: where the binary goes, FILE as seen from where this script was started.
output() {
	case ${1:-} in
	'') printf '%s' "$root/bin/$2" ;;
	/*) printf '%s' "$1" ;;
	*) printf '%s' "$work/$1" ;;
	esac
}

build() {
	local said file
	file=$(output "${1:-}" cryptogap-gowolfssl)
	if ! said=$(download); then
		[[ $said != *'checksum mismatch'* ]] || die 1 "what came for $wrapper $(version) is not what go.sum pins: $said"
		die 3 "$wrapper $(version) cannot be fetched here, so this binary is not built (nothing else needs it): ${said%%$'\n'*}"
	fi
	GOWORK=off "$go" build -o "$file" .
}

standin() {
	local file
	file=$(output "${1:-}" cryptogap-gowolfssl-standin)
	GOWORK=$here/standin.work "$go" build -o "$file" .
	say "$file has the stand-in in go-wolfssl's place: its figures are not the vendor's"
}

tests() {
	say "testing with the stand-in"
	(cd standin && GOWORK=off "$go" vet ./...)
	GOWORK=$here/standin.work "$go" vet ./...
	GOWORK=$here/standin.work "$go" test "$@" ./...
	if ! GOPROXY=off download >/dev/null; then
		say "not tested with $wrapper $(version) itself, which the go command does not have here"
		return
	fi
	say "testing with $wrapper $(version)"
	GOWORK=off "$go" vet ./...
	GOWORK=off "$go" test "$@" ./...
}

# sync: the module requires what the root module does, and the wrapper.
sync() {
	local mod sum
	mod=$(
		printf 'module cryptogap/cmd/cryptogap-gowolfssl\n\n'
		awk '$1 == "go" || $1 == "toolchain" { print $0 "\n" }' "$root/go.mod"
		printf 'replace cryptogap => ../..\n\nrequire (\n\tcryptogap v0.0.0\n\t%s %s\n)\n\nrequire (\n' "$wrapper" "$(version)"
		awk '$1 == "require" && $2 != "(" { print "\t" $2 " " $3 " // indirect" }
		$1 == "require" && $2 == "(" { inside = 1; next }
		$1 == ")" { inside = 0 }
		inside && NF { print "\t" $1 " " $2 " // indirect" }' "$root/go.mod" | sort
		printf ')\n'
	)
	sum=$(grep -F "$wrapper $(version)" go.sum | sort -u - "$root/go.sum")
	printf '%s\n' "$mod" >go.mod
	printf '%s\n' "$sum" >go.sum
}

command=${1:-build}
(($#)) && shift
case $command in
build | standin) (($# <= 1)) || die 2 "$command takes one file at the most" ;;
sync | help | -h | --help) (($# == 0)) || die 2 "$command takes nothing" ;;
esac
case $command in
build | standin | test) flags ;;
esac
case $command in
build) build "$@" ;;
standin) standin "$@" ;;
test) tests "$@" ;;
sync) sync ;;
help | -h | --help) usage ;;
*) die 2 "no command \"$command\"; there are: build standin test sync help" ;;
esac
