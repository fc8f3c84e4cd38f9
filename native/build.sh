#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the C libraries that cryptogap measures into a per-user cache: from the archives pinned in versions.lock, from a git
# checkout, or as they are installed. Run it with "help" for its commands. libraries/NAME.sh has what a library is: the list
# of these files is the list of libraries. The name of a library's folder in the cache is a hash over everything that matters.
#
# A library appears in the cache by one rename, after its build has ended well. Whatever ends a build early leaves
# at most a temporary folder, which the next build of the same library removes.

set -euo pipefail
export LC_ALL=C

here=${BASH_SOURCE[0]}
[[ $here == */* ]] || here=./$here
here=${here%/*}
[[ $here == /* ]] || here=$PWD/$here
here=${here//\/.\//\/}
here=${here%/.}
lock_file=${CRYPTOGAP_LOCK:-$here/versions.lock}
if [[ -n ${CRYPTOGAP_CACHE:-} ]]; then
	cache=$CRYPTOGAP_CACHE
elif [[ -n ${XDG_CACHE_HOME:-} ]]; then
	cache=$XDG_CACHE_HOME/cryptogap
else
	cache=${HOME:-}/.cache/cryptogap
fi
archives=$cache/archives
native=$cache/native
declare -r here lock_file cache archives native

usage() {
	cat <<EOF
usage: native/build.sh [command] [library ...]

  build   fetch, check, build and install what the cache lacks (the default)
  env     print the shell lines that let the go command find the libraries: eval "\$(native/build.sh env)"
  fetch   only bring the archives, the newest ones too where an earlier build fell back to older ones
  where   print each library's folder in the cache
  key     print each library's key and what it was made from
  check   exit 0 when all libraries are built, 1 when not; builds nothing
  facts FIELD [library ...]   print a field of native/libraries/NAME.sh of each library that has it (provider, bridge,
          tag, license, linked, ...), or newest: the newest version, or versions: those pinned, the oldest first
  clean   remove what was built (clean all: the fetched archives too)
  help    print this

library: ${libraries[*]} (default: all of them)

environment, where LIBRARY is $(upper "${libraries[@]}"):
  LIBRARY_VERSION=X        one of the versions pinned in versions.lock (default: the newest)
  LIBRARY_SOURCE=DIR       a git checkout, as its files are now: built outside of DIR, once for each state of them
  LIBRARY_PREFIX=DIR       a build that is installed in DIR, as it is
  LIBRARY_CONFIGURE='...'  more configure options, separated by blanks; the later of two that disagree counts
  CC, CFLAGS, CPPFLAGS, LDFLAGS   the compiler and its flags; each choice has its own place in the cache
  FALLBACK=no              fail where the newest version cannot be fetched; by default Debian stable's is built
  NATIVE=system            use the system's own libraries as they are, build nothing
  CRYPTOGAP_CACHE          the cache's place (default: \${XDG_CACHE_HOME:-\$HOME/.cache}/cryptogap)
  CRYPTOGAP_LOCK           another versions.lock
  JOBS                     how many compilers run at once (default: one per core)
EOF
}

say() { printf 'native: %s\n' "$*" >&2; }

# die CODE SENTENCE
die() {
	local code=$1
	shift
	say "$*"
	exit "$code"
}

[[ -n ${HOME:-}${XDG_CACHE_HOME:-}${CRYPTOGAP_CACHE:-} ]] ||
	die 2 "there is no HOME to keep the libraries in: set CRYPTOGAP_CACHE to a folder"
# What configure, make, pkg-config and the go command take as it stands.
[[ $cache =~ ^/[^][:space:][:cntrl:]\'\"\`\&#|:\\\;\<\>\(\)\$*?\[{}!%,]*$ ]] ||
	die 2 "the cache \"$cache\" is not an absolute path without blanks, quotes and signs such as & # | : \\: set CRYPTOGAP_CACHE to one"

have() { command -v "$1" >/dev/null 2>&1; }

# upper LIBRARY ...: the names as they begin variables: LIBGPG_ERROR.
upper() {
	local names="${*^^}"
	printf '%s' "${names//-/_}"
}

# ----------------------------------------------------------------------------------------------------------- the libraries

# libraries are all; measured are those with a bridge, without those that another one only needs.
libraries=() measured=()

# load LIBRARY: sets what its file says of it.
#   provider, bridge, tag   its name in cryptogap, its package, the build tag that leaves it out; empty: not measured
#   needs                   the library that it is built on
#   module, linked, header  its names for pkg-config and the linker, its main header; private: what its .pc may not name
#   license, debian, tools  SPDX expression; package for NATIVE=system; COMMAND:PACKAGE that its build needs besides a compiler
#   options, recipe         functions: configure's options; the build, which runs in the unpacked source with "set -e" and a
#                           clean environment and leaves the library under $stage$prefix. Their text is part of the key.
load() {
	private='' # of those below, the only one that a file may leave out
	# shellcheck source=/dev/null
	. "$here/libraries/$1.sh"
}

for library in "$here"/libraries/*.sh; do
	library=${library##*/}
	library=${library%.sh}
	libraries+=("$library")
	load "$library"
	[[ -z $bridge ]] || measured+=("$library")
done

# shellcheck source=build/choose.sh
. "$here/build/choose.sh"
# shellcheck source=build/archives.sh
. "$here/build/archives.sh"
# shellcheck source=build/origins.sh
. "$here/build/origins.sh"
# shellcheck source=build/compile.sh
. "$here/build/compile.sh"

# own_native: makes the folder of the builds. What lies in a folder that somebody else made is not touched.
own_native() {
	ours "$native" || die 2 "$native was not made by this script: set CRYPTOGAP_CACHE to another folder"
	if ! { mkdir -p "$native"/.{tmp,log,lock} && : >>"$native/.cryptogap"; } 2>/dev/null; then
		disk_full && die 1 "$(full)"
		die 1 "cannot write to $cache: free it, or set CRYPTOGAP_CACHE to a folder that can be written"
	fi
}

# ours FOLDER: whether it is absent or empty, has this script's mark, or has nothing but finished builds, as before the mark.
ours() {
	local entry
	[[ ! -e $1/.cryptogap ]] || return 0
	for entry in "$1"/* "$1"/.[!.]*; do
		[[ ! -e $entry || -e $entry/.complete || $entry == "$1"/.@(tmp|log|lock) ]] || return 1
	done
}

# ---------------------------------------------------------------------------------------------------------- commands

# own_paths_removed: the user's PKG_CONFIG_PATH without the folders of this cache.
own_paths_removed() {
	local part rest=''
	local IFS=:
	for part in ${PKG_CONFIG_PATH:-}; do
		[[ $part == "$native"/* || -z $part ]] || rest=${rest:+$rest:}$part
	done
	printf '%s' "$rest"
}

# stamp WHAT: lets the libraries be part of what the go command keeps its own builds by. It does not look at what
# pkg-config prints, and would link objects compiled for another version; CGO_CFLAGS it does look at.
stamp() {
	local flag flags=()
	for flag in ${CGO_CFLAGS:--O2 -g}; do # as the go command has them where nothing is set
		[[ $flag == -DCG_NATIVE=* ]] || flags+=("$flag")
	done
	printf 'export CGO_CFLAGS=%q\n' "${flags[*]} -DCG_NATIVE=$1"
}

print_env() {
	local library path='' more='' rest keys='' pc
	for library in "$@"; do
		resolve "$library"
		built "$prefix" || die 1 "$name $version is not built yet: run native/build.sh first"
		path=${path:+$path:}$prefix/lib/pkgconfig
		keys=${keys:+$keys.}$key
		if [[ $kind == installed ]]; then
			pc=$(pc_file "${asked_prefix[$library]}" "$module")
			more+=:${pc%/*}
		fi
	done
	rest=$(own_paths_removed)
	printf 'export PKG_CONFIG_PATH=%q\n' "$path$more${rest:+:$rest}"
	stamp "$keys"
}

# system_packages: makes sure that the system's own libraries are there.
system_packages() {
	local packages
	if have pkg-config && pkg-config --exists "${modules[@]}"; then
		return 0
	fi
	mapfile -t packages < <(facts debian "${measured[@]}")
	packages=(pkg-config gcc libc6-dev "${packages[@]}")
	install_packages "${packages[@]}" && return 0
	die 1 "NATIVE=system: the system does not have all of ${measured[*]} to build with. Install the packages first, as root: apt-get install ${packages[*]}"
}

# facts FIELD LIBRARY ...: prints the field of each library's file, one per line, where it is not empty.
facts() {
	local library field=$1
	shift
	for library in "$@"; do
		load "$library"
		case $field in
		name) printf '%s\n' "$library" ;;
		newest) pin "$library" newest && printf '%s\n' "$version" ;;
		versions) pins "$library" | tr -d , | tr ' ' '\n' | sort -V ;;
		provider | bridge | tag | needs | module | linked | license | debian) [[ -z ${!field} ]] || printf '%s\n' "${!field}" ;;
		*) die 2 "no field \"$field\"; there are: name newest versions provider bridge tag needs module linked license debian" ;;
		esac
	done
}

# clean [all]: removes what this script made, and nothing else.
clean() {
	local l file
	if [[ -e $native ]]; then
		ours "$native" || die 1 "$native was not made by this script and stays as it is"
		rm -rf "$native"
	fi
	[[ -n ${1:-} ]] || return 0
	while read -r l _ _ _ _ file _; do
		[[ -z $l || $l == \#* ]] || rm -f "$archives/$file"
	done <"$lock_file"
	rmdir "$archives" 2>/dev/null || true
}

system_env() {
	local rest
	rest=$(own_paths_removed)
	if [[ $rest != "${PKG_CONFIG_PATH:-}" ]]; then
		printf 'export PKG_CONFIG_PATH=%q\n' "$rest"
	fi
	stamp "system$(PKG_CONFIG_PATH=$rest pkg-config --modversion "${modules[@]}" 2>/dev/null | tr -d ' ' | sed 's/^/-/' | tr -d '\n')"
}

# system COMMAND: it, with the system's own libraries.
system() {
	local modules variable
	for variable in $(compgen -e); do
		[[ ! $variable =~ ^($(upper "${libraries[@]/%/|}")none)_(VERSION|SOURCE|PREFIX|CONFIGURE)$ || -z ${!variable} ]] ||
			die 2 "NATIVE=system and $variable: the libraries are the system's own as they are"
	done
	mapfile -t modules < <(facts module "${measured[@]}")
	case $1 in
	build) system_packages ;;
	env) system_env ;;
	check) have pkg-config && pkg-config --exists "${modules[@]}" ;;
	*) die 2 "NATIVE=system has no $1: the libraries are the system's own" ;;
	esac
}

main() {
	local command=${1:-build} library field=''
	(($#)) && shift
	case $command in
	help | -h | --help)
		usage
		return
		;;
	clean)
		[[ -z ${1:-} || $1 == all ]] || die 2 "clean takes nothing or \"all\", not \"$1\""
		clean "$@"
		return
		;;
	facts)
		(($#)) || die 2 'facts takes a field, such as provider or license'
		field=$1
		shift
		;;
	build | env | fetch | where | key | check) ;;
	*) die 2 "no command \"$command\"; there are: build env fetch where key check facts clean help" ;;
	esac
	for library in "$@"; do
		[[ " ${libraries[*]} " == *" $library "* ]] || die 2 "no library \"$library\"; there are: ${libraries[*]}"
	done
	if [[ $command == facts ]]; then
		(($#)) || set -- "${libraries[@]}"
		facts "$field" "$@"
		return
	fi
	case ${NATIVE:-} in
	'') ;;
	system)
		system "$command"
		return
		;;
	*) die 2 "NATIVE=$NATIVE is not known: leave it empty for the pinned libraries, or set it to system" ;;
	esac
	[[ -r $lock_file ]] || die 1 "cannot read $lock_file: it pins the archives, and nothing is built without it"

	read_asked

	trap '[[ -z $scratch ]] || rm -rf "$scratch"' EXIT
	case $command in
	build)
		(($#)) || set -- "${measured[@]}"
		build "$@"
		;;
	env)
		(($#)) || set -- "${libraries[@]}"
		print_env "$@"
		;;
	fetch)
		(($#)) || set -- "${measured[@]}"
		for library in "$@"; do
			obtain "$library"
		done
		;;
	*)
		(($#)) || set -- "${libraries[@]}"
		for library in "$@"; do
			resolve "$library"
			case $command in
			where) printf '%s\n' "$prefix" ;;
			key) printf '%s %s %s\n%s\n\n' "$name" "$version" "$key" "$what" ;;
			check) built "$prefix" || return 1 ;;
			esac
		done
		;;
	esac
}

# In one line with exit, so that a change of this file does not reach a script that runs.
main "$@"; exit
