#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the C libraries that cryptogap measures, from the archives pinned in versions.lock, into a per-user cache.
# Run it with "help" for its commands. Only this script and versions.lock decide what a library's build is: the
# name of its folder in the cache is a hash over everything that matters, so a folder that exists is the right one.
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
	cat <<'EOF'
usage: native/build.sh [command] [library ...]

  build   fetch, check, build and install what the cache lacks (the default)
  env     print the shell lines that let pkg-config find the libraries: eval "$(native/build.sh env)"
  fetch   only bring the archives, the newest ones too where an earlier build fell back to older ones
  where   print each library's folder in the cache
  key     print each library's key and what it was made from
  check   exit 0 when all libraries are built, 1 when not; builds nothing
  clean   remove what was built (clean all: the fetched archives too)
  help    print this

library: wolfssl, libgcrypt, libgpg-error (default: all of them)

environment:
  WOLFSSL_VERSION, LIBGCRYPT_VERSION   one of the versions pinned in versions.lock (default: the newest)
  NATIVE=system                        use the system's own libraries as they are, build nothing
  CC, CFLAGS, CPPFLAGS, LDFLAGS        the compiler and its flags; each choice has its own place in the cache
  CRYPTOGAP_CACHE                      the cache's place (default: ${XDG_CACHE_HOME:-$HOME/.cache}/cryptogap)
  CRYPTOGAP_LOCK                       another versions.lock
  JOBS                                 how many compilers run at once (default: one a core)
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
[[ $cache == /* && $cache != *[[:space:]]* ]] ||
	die 2 "the cache \"$cache\" is not an absolute path without blanks: set CRYPTOGAP_CACHE to one"

have() { command -v "$1" >/dev/null 2>&1; }

# ---------------------------------------------------------------------------------------------------- the lock file

# pins LIBRARY: its versions, in the order of the lock file.
pins() { awk -v l="$1" '$1 == l { printf "%s%s", n++ ? ", " : "", $2 }' "$lock_file"; }

# pin LIBRARY VERSION-OR-ROLE: sets version, role, sha256, archive, suites, address; fails if there is no such line.
pin() {
	local l v r rest
	while read -r l v r rest; do
		if [[ $l == "$1" && ($v == "$2" || $r == "$2") ]]; then
			version=$v role=$r
			read -r sha256 archive suites address <<<"$rest"
			return 0
		fi
	done <"$lock_file"
	return 1
}

# ------------------------------------------------------------------------------------------------------ the recipes
#
# A recipe runs in the unpacked source, with "set -e" and a clean environment, and leaves the library under
# $stage$prefix. Its text is part of the key. Each library's own benchmark goes beside it, for "cryptogap audit".

# flags LIBRARY VERSION MACHINE: configure's options.
flags() {
	case $1 in
	wolfssl)
		# Static alone, so that the linker has no other choice. The examples are not needed; crypttests is what the
		# benchmark program belongs to. Without FP_ECC, which keeps tables of points it has met: what is done again and
		# again with one key would take less than it does with a new one, as it does in no other library.
		printf '%s ' --enable-static --disable-shared --disable-examples --enable-all --disable-fpecc
		case $2 in
		5.[0-7].*) ;; # does not know it; the flags below are all it stands for
		*) printf '%s ' --enable-all-asm ;;
		esac
		printf '%s ' --enable-sp --enable-sp-asm
		case $3 in
		x86_64) printf '%s ' --enable-intelasm ;;
		aarch64) printf '%s ' --enable-armasm ;;
		esac
		# The signatures of FIPS 204 and 205 are not among "all"; 5.7 has them as drafts or not at all.
		case $2 in
		5.[0-7].*) ;;
		*) printf '%s ' --enable-mldsa --enable-slhdsa=yes,sha2 ;;
		esac
		;;
	libgcrypt) printf '%s ' --enable-static --disable-shared --disable-doc ;;
	libgpg-error) printf '%s ' --enable-static --disable-shared --disable-doc --disable-languages ;;
	esac
}

# shellcheck disable=SC2317 # called by its composed name
recipe_wolfssl() {
	step autogen
	./autogen.sh
	step configure
	./configure --prefix="$prefix" "${flags[@]}"
	step make
	make -j"$jobs" src/libwolfssl.la wolfcrypt/benchmark/benchmark
	step install
	make DESTDIR="$stage" install-libLTLIBRARIES install-nobase_includeHEADERS install-pkgconfigDATA
	install -D wolfcrypt/benchmark/benchmark "$stage$prefix/bin/wolfcrypt-benchmark"
	install -D -m 644 -t "$stage$prefix/share/licenses/wolfssl" COPYING LICENSING
}

# shellcheck disable=SC2317 # called by its composed name
recipe_libgpg_error() {
	step configure
	./configure --prefix="$prefix" "${flags[@]}"
	step make
	make -j"$jobs" -C src
	step install
	make -C src DESTDIR="$stage" install
	install -D -m 644 -t "$stage$prefix/share/licenses/libgpg-error" COPYING COPYING.LIB
}

# shellcheck disable=SC2317 # called by its composed name
recipe_libgcrypt() {
	step configure
	# Named outright: configure's own search finds the system's libgpg-error before the one that it is given by prefix.
	export GPGRT_CONFIG="$gpg_error_prefix/bin/gpgrt-config"
	./configure --prefix="$prefix" --with-libgpg-error-prefix="$gpg_error_prefix" "${flags[@]}"
	step make
	for part in compat mpi cipher random src; do
		make -j"$jobs" -C "$part"
	done
	make -j"$jobs" -C tests bench-slope benchmark
	step install
	make -C src DESTDIR="$stage" install
	install -D tests/bench-slope "$stage$prefix/bin/bench-slope"
	install -D tests/benchmark "$stage$prefix/bin/libgcrypt-benchmark"
	install -D -m 644 -t "$stage$prefix/share/licenses/libgcrypt" COPYING COPYING.LIB LICENSES
}

# ----------------------------------------------------------------------------------------------------------- the key

machine=$HOSTTYPE
cc=${CC:-gcc}

# compiler: its identity, in one line.
compiler() {
	local out
	# shellcheck disable=SC2086 # CC may hold options
	out=$($cc --version 2>/dev/null) || out="$cc (not found)"
	printf '%s' "${out%%$'\n'*}"
}
cc_identity=$(compiler)

# choose LIBRARY VERSION-OR-ROLE NOTE: sets the pin's variables, name, note, key, prefix and what. note is the
# sentence that says why this is not the newest, or empty; it is part of the key since it is written into the headers.
# For libgcrypt, gpg_error_prefix too.
choose() {
	local base=''
	gpg_error_prefix=''
	if [[ $1 == libgcrypt ]]; then
		pin libgcrypt "$2" || die 1 "$lock_file has no $2 version of libgcrypt"
		choose libgpg-error "$role" ''
		base=$key
		gpg_error_prefix=$prefix
	fi
	pin "$1" "$2" || die 1 "$lock_file has no $2 version of $1"
	name=$1
	note=${3:-}
	what="library $name
version $version
sha256 $sha256
configure $(flags "$name" "$version" "$machine")
compiler $cc_identity
CC $cc
CFLAGS ${CFLAGS:-}
CPPFLAGS ${CPPFLAGS:-}
LDFLAGS ${LDFLAGS:-}
machine $machine
cache $native
note $note
base $base
recipe $(declare -f "recipe_${name//-/_}" provenance)"
	key=$(printf '%s' "$what" | sha256sum)
	key=${key:0:16}
	prefix=$native/$name-$version-$key
}

built() { [[ -e $1/.complete ]]; }

# fallback_note LIBRARY: the sentence that goes with the stable pin in the newest's place.
fallback_note() {
	local version role sha256 archive suites address
	pin "$1" newest
	printf '%s %s could be had nowhere when this was built, so the stable pin stands in for it' "$1" "$version"
}

# read_asked: sets asked[LIBRARY] to the version that the user named, or to nothing; ends the script when it is not pinned.
declare -A asked=([libgpg-error]='')
read_asked() {
	local library variable want
	for library in wolfssl libgcrypt; do
		variable=${library^^}_VERSION
		want=${!variable:-}
		asked[$library]=$want
		[[ -n $want ]] || continue
		if ! pin "$library" "$want" || [[ $version != "$want" ]]; then
			die 2 "$variable=$want: that version is not pinned in $lock_file; pinned are: $(pins "$library")"
		fi
	done
}

# resolve LIBRARY: choose what a build of it would use now, without the network. fell_back says whether that is the stable
# pin in place of the newest.
resolve() {
	local want=${asked[$1]}
	fell_back=no
	if [[ $1 == libgpg-error ]]; then
		resolve libgcrypt
		choose libgpg-error "$role" ''
		return
	fi
	if [[ -n $want ]]; then
		choose "$1" "$want" ''
		return
	fi
	choose "$1" newest ''
	if built "$prefix" || [[ -e $archives/$archive ]]; then
		return
	fi
	if pin "$1" stable; then
		choose "$1" stable "$(fallback_note "$1")"
		if built "$prefix"; then
			fell_back=yes
			return
		fi
	fi
	choose "$1" newest ''
}

# ------------------------------------------------------------------------------------------------------ the archives

scratch='' # this process's own folder, made on demand, removed at the end

# make_scratch: sets scratch.
make_scratch() {
	[[ -n $scratch ]] && return
	mkdir -p "$cache/tmp" 2>/dev/null || die 1 "cannot write to $cache: free it, or set CRYPTOGAP_CACHE to a folder that can be written"
	scratch=$(mktemp -d "$cache/tmp/${1:-fetch}.XXXXXX")
}

# intact FILE: whether it has the pinned checksum.
intact() {
	local sum
	sum=$(sha256sum <"$1")
	[[ ${sum%% *} == "$sha256" ]]
}

# debian_sources SUITE FILE: writes FILE.list and FILE.sources, apt's entries for the source packages of a Debian suite, at the places from which this
# system takes its own Debian packages, with their keys.
debian_sources() {
	local list='' parts='' file
	: >"$2.list"
	: >"$2.sources"
	eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
	for file in "$list" "$parts"/*.list; do
		[[ -r $file ]] && awk -v want="$1" -v own="$own_suites" '
			BEGIN { n = split(own, s, " "); for (i = 1; i <= n; i++) is[s[i]] = 1 }
			$1 == "deb" || $1 == "deb-src" {
				line = $0; sub(/#.*/, "", line); sub(/^[ \t]*deb(-src)?[ \t]+/, "", line)
				options = ""
				if (match(line, /^\[[^]]*\]/)) {
					options = substr(line, 1, RLENGTH); line = substr(line, RLENGTH + 1)
					gsub(/(arch|target|lang)[+-]?=[^] \t]*/, "", options)
				}
				n = split(line, f, " "); main = 0
				for (i = 3; i <= n; i++) if (f[i] == "main") main = 1
				if (main && is[f[2]] && !seen[f[1]]++) print "deb-src", options, f[1], want, "main"
			}' "$file" >>"$2.list"
	done
	for file in "$parts"/*.sources; do
		[[ -r $file ]] && awk -v want="$1" -v own="$own_suites" '
			function value(field,   i, v) {
				for (i = 1; i <= n; i++) if (tolower(line[i]) ~ "^" field ":") {
					v = line[i]; sub(/^[^:]*:/, "", v); return " " v " "
				}
				return ""
			}
			function flush(   i, k, ok, words, m, skip) {
				m = split(value("suites"), words, " ")
				for (k = 1; k <= m; k++) if (is[words[k]]) ok = 1
				if (ok && value("components") ~ /[ \t]main[ \t]/ && value("enabled") !~ /no|false/) {
					print "Types: deb-src\nSuites: " want "\nComponents: main"
					for (i = 1; i <= n; i++) {
						if (line[i] !~ /^[ \t]/) skip = tolower(line[i]) !~ /^(uris|signed-by|trusted|by-hash|check-valid-until|inrelease-path):/
						if (!skip) print line[i]
					}
					print ""
				}
				n = 0
			}
			BEGIN { k = split(own, s, " "); for (i = 1; i <= k; i++) is[s[i]] = 1 }
			/^#/ { next }
			/^[ \t]*$/ { flush(); next }
			{ line[++n] = $0 }
			END { flush() }' "$file" >>"$2.sources"
	done
	return 0
}

# from_debian: brings the pinned archive by apt, with a configuration of its own: the system's stays as it is, and root
# is not needed. What apt says of its success does not matter (its index may be ahead of its pool): the archive does.
# Sets why when there is nothing.
from_debian() {
	local suite package=${archive%%_*} dir debian_version own_suites
	if ! have apt-get || [[ ! -r /etc/os-release ]] || ! grep -qx 'ID="\{0,1\}debian"\{0,1\}' /etc/os-release; then
		why='this system is not a Debian'
		return 1
	fi
	# shellcheck disable=SC1091
	own_suites="$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}") oldstable stable testing unstable sid forky trixie bookworm bullseye"
	for suite in ${suites//,/ }; do
		dir=$scratch/apt-$suite
		if [[ ! -e $dir ]]; then
			step "index of $suite"
			mkdir -p "$dir"/{sources,state/lists/partial,cache/archives/partial}
			debian_sources "$suite" "$dir/sources/mirror"
			cat >"$dir/conf" <<-EOF
				Dir::State "$dir/state";
				Dir::State::status "/var/lib/dpkg/status";
				Dir::Cache "$dir/cache";
				Dir::Etc::sourcelist "/dev/null";
				Dir::Etc::sourceparts "$dir/sources";
				Dir::Etc::preferences "/dev/null";
				Dir::Etc::preferencesparts "/dev/null";
				APT::Sandbox::User "root";
				Acquire::Languages "none";
				Acquire::Retries "2";
				Acquire::http::Timeout "30";
				Acquire::https::Timeout "30";
				#clear APT::Update::Pre-Invoke;
				#clear APT::Update::Post-Invoke;
				#clear APT::Update::Post-Invoke-Success;
			EOF
			if [[ ! -s $dir/sources/mirror.list && ! -s $dir/sources/mirror.sources ]]; then
				why="apt on this system knows no Debian mirror"
				return 1
			fi
			timeout 180 apt-get -c "$dir/conf" -q update </dev/null >"$dir/log" 2>&1 || true
		fi
		why="the source index of Debian's $suite was out of reach or does not name it"
		for debian_version in $(apt-cache -c "$dir/conf" showsrc --only-source "$package" 2>/dev/null | awk '$1 == "Version:" { print $2 }'); do
			[[ ${debian_version%-*} == "$version" ]] || continue
			step "archive from $suite"
			(cd "$dir" && timeout 600 apt-get -c "$dir/conf" -q --download-only source "$package=$debian_version" </dev/null >>"$dir/log" 2>&1) || true
			if [[ -e $dir/$archive ]]; then
				accept "$dir/$archive" "Debian's $suite" && return
			fi
			why="Debian's $suite names it but does not have it"
		done
	done
	return 1
}

# from_upstream: brings the pinned archive from the release address. Sets why when there is nothing.
from_upstream() {
	local file=$scratch/download
	step "archive from upstream"
	if have curl; then
		curl -fsSL --retry 1 --connect-timeout 15 --max-time 600 -o "$file" "$address" 2>"$scratch/log" </dev/null || {
			why=$(tail -n 1 "$scratch/log")
			return 1
		}
	elif have wget; then
		timeout 600 wget -q --tries=2 --connect-timeout=15 --read-timeout=60 -O "$file" "$address" </dev/null || {
			why='wget could not bring it'
			return 1
		}
	else
		why='there is neither curl nor wget'
		return 1
	fi
	accept "$file" "$address"
}

# accept FILE FROM: takes the file as the pinned archive if it is that.
accept() {
	if intact "$1"; then
		mkdir -p "$archives"
		mv -f "$1" "$archives/$archive"
		return 0
	fi
	rm -f "$1"
	wrong="${wrong:+$wrong, }$2"
	why='what came had a wrong checksum'
	return 1
}

# fetch: brings the chosen library's archive. Returns 1, with the sentence in problem, when it can be had nowhere, and
# 3 when something else was offered in its place.
fetch() {
	local why='' wrong='' reasons
	problem=''
	label="$name $version"
	if [[ -e $archives/$archive ]]; then
		intact "$archives/$archive" && return 0
		say "$archives/$archive has not the pinned checksum: it is removed and fetched anew"
		rm -f "$archives/$archive"
	fi
	make_scratch
	from_debian && return 0
	reasons="from Debian: $why"
	from_upstream && return 0
	reasons="$reasons; from $address: $why"
	if [[ -n $wrong ]]; then
		problem="$archive from $wrong has a wrong checksum (pinned in $lock_file: $sha256) and was thrown away: do not build from it; try another network, or put the right archive into $archives"
		return 3
	fi
	problem="$archive could be had nowhere ($reasons): check the network and run this again, or put the archive (SHA-256 $sha256) into $archives"
	return 1
}

# fetch_pair LIBRARY VERSION-OR-ROLE NOTE: brings the archive of a library and of the one that it needs, as far as they
# are not built. Leaves the library chosen.
fetch_pair() {
	local code=0 base
	if [[ $1 == libgcrypt ]]; then
		pin libgcrypt "$2"
		base=$role
		choose libgpg-error "$base" ''
		built "$prefix" || fetch || return
	fi
	choose "$1" "$2" "$3"
	built "$prefix" || fetch || code=$?
	return "$code"
}

# obtain LIBRARY: brings what its build needs, falls back to the stable pin where the newest was not asked for by name and
# can be had nowhere, and leaves the library chosen.
obtain() {
	local code=0 want=${asked[$1]}
	if [[ -n $want ]]; then
		fetch_pair "$1" "$want" '' || die 1 "$problem"
		return
	fi
	fetch_pair "$1" newest '' || code=$?
	if ((code == 0)); then
		return
	fi
	if ((code == 3)) || ! pin "$1" stable; then
		die 1 "$problem"
	fi
	local first=$problem
	fetch_pair "$1" stable "$(fallback_note "$1")" || die 1 "$first"
	say "$first"
	say "$note"
}

# --------------------------------------------------------------------------------------------------------- the build

# step WORDS: one line of progress on the terminal, even from within a recipe, whose own output goes to its log.
step() { printf 'native: %-20s %3d:%02d  %s\n' "$label" $((SECONDS / 60)) $((SECONDS % 60)) "$*" >&"$terminal"; }
exec {terminal}>&2
label=''

# install_packages PACKAGE ...: by apt, where that is ours to do.
install_packages() {
	if ((EUID != 0)) || ! have apt-get; then
		return 1
	fi
	say "installing $* with apt-get"
	local log=$cache/log/apt.log
	mkdir -p "$cache/log"
	# Lists may be absent, as in a container's image, or too old: then the first try fails and they are brought.
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" </dev/null >"$log" 2>&1 ||
		{ apt-get update -q </dev/null >>"$log" 2>&1 &&
			DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" </dev/null >>"$log" 2>&1; }
}

# tools COMMAND:PACKAGE ...: makes sure that the commands are there.
tools() {
	local pair missing=() packages=()
	for pair in "$@"; do
		if have "${pair%%:*}" || [[ " ${missing[*]} " == *" ${pair%%:*} "* ]]; then
			continue
		fi
		missing+=("${pair%%:*}")
		read -r -a pair <<<"${pair#*:}"
		packages+=("${pair[@]}")
	done
	((${#missing[@]})) || return 0
	install_packages "${packages[@]}" && return 0
	die 1 "missing: ${missing[*]}. Install the packages first, as root: apt-get install ${packages[*]}"
}

# build_tools LIBRARY ...: what their builds run, and what the Go command runs to find them.
build_tools() {
	local library compiler=${cc%% *} list=(pkg-config:pkg-config)
	for library in "$@"; do
		list+=("$compiler:${compiler##*/} libc6-dev" make:make flock:util-linux)
		case $library in
		wolfssl) list+=(autoreconf:autoconf automake:automake libtoolize:libtool gzip:gzip) ;;
		*) list+=(bzip2:bzip2) ;;
		esac
	done
	tools "${list[@]}"
}

# effective MAKEFILE: the flags with which the library's C is compiled in the end, less warnings, macros and paths.
effective() {
	local word words
	read -r -a words <<<"$(sed -n 's/^\(AM_\)\{0,1\}CFLAGS = //p' "$1" | tr '\n' ' ')"
	for word in "${words[@]}"; do
		case $word in
		-W* | -D* | -I* | -include | [!-]*) ;;
		*) printf '%s ' "$word" ;;
		esac
	done
}

# provenance FLAGS: the C header in which the build says what it is.
provenance() {
	local macro=${name^^} field value
	macro=CG_${macro//-/_}_PROVENANCE
	printf '/* What this build of %s is. Written by the build. */\n#ifndef %s\n#define %s\n' "$name" "$macro" "$macro"
	while IFS=$'\t' read -r field value; do
		value=${value//\\/\\\\}
		value=${value//\"/\\\"}
		printf '#define %s_%s "%s"\n' "$macro" "$field" "${value% }"
	done <<-EOF
		VERSION	$version
		SHA256	$sha256
		CONFIGURE	$(flags "$name" "$version" "$machine")
		COMPILER	$cc_identity
		CFLAGS	$1
		NOTE	$note
		KEY	$key
	EOF
	printf '#endif\n'
}

# build_one LIBRARY VERSION-OR-ROLE NOTE: builds a library whose archive has been fetched. Runs in a subshell of its own.
build_one() {
	local stage log lock status=0 tree jobs
	choose "$@"
	label="$name $version"
	built "$prefix" && return
	mkdir -p "$native" "$cache/log" "$cache/lock"
	log=$cache/log/$name-$version-$key.log

	exec {lock}>"$cache/lock/$name-$version-$key"
	if ! flock -n "$lock"; then
		step 'another build of it is running: waiting'
		flock "$lock" &
		recipe=$!
		wait "$recipe"
		recipe=''
	fi
	built "$prefix" && return
	# The lock is ours: whatever lies there is from a build that was cut off.
	rm -rf "$cache/tmp/$name-$version-$key".* "$prefix"
	scratch=''
	make_scratch "$name-$version-$key"
	stage=$scratch/stage

	if ! intact "$archives/$archive"; then
		die 1 "$archives/$archive has not the pinned checksum: remove it and run this again"
	fi
	if tar -tf "$archives/$archive" | grep -qE '^/|(^|/)\.\.(/|$)'; then
		die 1 "$archives/$archive holds paths that lead out of it: it is not unpacked"
	fi
	step unpack
	mkdir "$scratch/source" "$stage"
	tar -xf "$archives/$archive" --no-same-owner -C "$scratch/source" --strip-components=1

	# A process group of its own, so that ending the recipe ends its compilers too.
	set -m
	(
		set -e
		exec {lock}>&-
		for variable in $(compgen -e); do
			case $variable in
			PATH | HOME | TMPDIR | LC_ALL | CC | CFLAGS | CPPFLAGS | LDFLAGS) ;;
			*) unset "$variable" 2>/dev/null || true ;;
			esac
		done
		export CONFIG_SITE=/dev/null CC="$cc"
		read -r -a flags <<<"$(flags "$name" "$version" "$machine")"
		jobs=${JOBS:-$(nproc)}
		cd "$scratch/source"
		"recipe_${name//-/_}"
		effective Makefile >"$scratch/cflags"
	) >"$log" 2>&1 </dev/null &
	recipe=$!
	set +m
	wait "$recipe" || status=$?
	recipe=''
	if ((status)); then
		tail -n 15 "$log" >&2
		die 1 "$name $version did not build; the end of its log is above, all of it in $log"
	fi

	tree=$stage$prefix
	find "$tree" -name '*.la' -delete
	provenance "$(<"$scratch/cflags")" >"$tree/include/cryptogap-$name.h"
	: >"$tree/.complete"
	mv -T "$tree" "$prefix"
	step "ready"
}

# chain LIBRARY ...: runs build_one for each triple that stands in plan, one after the other, as a process of its own.
chain() {
	local library
	recipe=''
	trap 'trap "" TERM HUP; [[ -z $recipe ]] || kill -TERM -- "-$recipe" 2>/dev/null; [[ -z $scratch ]] || rm -rf "$scratch"' EXIT
	trap 'exit 143' TERM HUP
	for library in "$@"; do
		build_one "$library" "${plan_version[$library]}" "${plan_note[$library]}"
		[[ -z $scratch ]] || rm -rf "$scratch"
		scratch=''
	done
}

# build LIBRARY ...: what is asked for and not there. The archives come first, one after the other; then the libraries are
# built side by side, since most of a build is its configure, which keeps one core busy.
build() {
	local library pid code=0 pids=() missing=()
	declare -A plan_version=() plan_note=()
	for library in "$@"; do
		resolve "$library"
		if [[ $fell_back == yes ]]; then
			say "$note; to try for the newest again: native/build.sh fetch && native/build.sh"
		fi
		if ! built "$prefix" || { [[ -n $gpg_error_prefix ]] && ! built "$gpg_error_prefix"; }; then
			missing+=("$library")
		fi
	done
	build_tools "${missing[@]}"
	((${#missing[@]})) || return 0

	for library in "${missing[@]}"; do
		if [[ $library == libgpg-error ]]; then
			resolve libgpg-error
			built "$prefix" || fetch || die 1 "$problem"
			plan_version[$library]=$version plan_note[$library]=''
			continue
		fi
		obtain "$library"
		plan_version[$library]=$version plan_note[$library]=$note
		if [[ $library == libgcrypt ]]; then
			pin libgpg-error "$role"
			plan_version[libgpg-error]=$version plan_note[libgpg-error]=''
		fi
	done
	[[ -z $scratch ]] || rm -rf "$scratch"
	scratch=''

	trap 'trap "" TERM; kill -TERM "${pids[@]}" 2>/dev/null; wait; exit 130' INT TERM HUP
	for library in "${missing[@]}"; do
		if [[ $library == libgcrypt ]]; then
			chain libgpg-error libgcrypt &
		else
			chain "$library" &
		fi
		pids+=("$!")
	done
	for pid in "${pids[@]}"; do
		wait "$pid" || code=$?
	done
	trap - INT TERM HUP
	return "$code"
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
	local library path='' rest keys=''
	for library in "$@"; do
		resolve "$library"
		built "$prefix" || die 1 "$name $version is not built yet: run native/build.sh first"
		path=${path:+$path:}$prefix/lib/pkgconfig
		keys=${keys:+$keys.}$key
	done
	rest=$(own_paths_removed)
	printf 'export PKG_CONFIG_PATH=%q\n' "$path${rest:+:$rest}"
	stamp "$keys"
}

# system_packages: makes sure that the system's own libraries are there.
system_packages() {
	if have pkg-config && pkg-config --exists wolfssl libgcrypt; then
		return 0
	fi
	local packages=(pkg-config gcc libc6-dev libwolfssl-dev libgcrypt20-dev)
	install_packages "${packages[@]}" && return 0
	die 1 "NATIVE=system: the system has no wolfSSL and libgcrypt to build with. Install the packages first, as root: apt-get install ${packages[*]}"
}

system_env() {
	local rest
	rest=$(own_paths_removed)
	if [[ $rest != "${PKG_CONFIG_PATH:-}" ]]; then
		printf 'export PKG_CONFIG_PATH=%q\n' "$rest"
	fi
	stamp "system$(PKG_CONFIG_PATH=$rest pkg-config --modversion wolfssl libgcrypt 2>/dev/null | tr -d ' ' | sed 's/^/-/' | tr -d '\n')"
}

main() {
	local command=${1:-build} library
	(($#)) && shift
	case $command in
	help | -h | --help)
		usage
		return
		;;
	clean)
		[[ -z ${1:-} || $1 == all ]] || die 2 "clean takes nothing or \"all\", not \"$1\""
		rm -rf "$native" "$cache/tmp" "$cache/log" "$cache/lock"
		[[ -z ${1:-} ]] || rm -rf "$archives"
		return
		;;
	build | env | fetch | where | key | check) ;;
	*) die 2 "no command \"$command\"; there are: build env fetch where key check clean help" ;;
	esac
	for library in "$@"; do
		case $library in
		wolfssl | libgcrypt | libgpg-error) ;;
		*) die 2 "no library \"$library\"; there are: wolfssl libgcrypt libgpg-error" ;;
		esac
	done
	case ${NATIVE:-} in
	'') ;;
	system)
		case $command in
		build) system_packages ;;
		env) system_env ;;
		check) have pkg-config && pkg-config --exists wolfssl libgcrypt ;;
		*) die 2 "NATIVE=system has no $command: the libraries are the system's own" ;;
		esac
		return
		;;
	*) die 2 "NATIVE=$NATIVE is not known: leave it empty for the pinned libraries, or set it to system" ;;
	esac
	[[ -r $lock_file ]] || die 1 "cannot read $lock_file: it pins the archives, and nothing is built without it"

	read_asked

	trap '[[ -z $scratch ]] || rm -rf "$scratch"' EXIT
	case $command in
	build)
		(($#)) || set -- wolfssl libgcrypt
		build "$@"
		;;
	env)
		(($#)) || set -- wolfssl libgcrypt libgpg-error
		print_env "$@"
		;;
	fetch)
		(($#)) || set -- wolfssl libgcrypt
		for library in "$@"; do
			[[ $library != libgpg-error ]] || library=libgcrypt
			obtain "$library"
		done
		;;
	*)
		(($#)) || set -- wolfssl libgcrypt libgpg-error
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
