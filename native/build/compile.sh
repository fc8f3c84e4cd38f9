# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154
#
# Building what has been chosen and fetched. build.sh reads this file.

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
	local log=$native/.log/apt.log
	own_native
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
	local library words compiler=${cc%% *} list=(pkg-config:pkg-config)
	case ${compiler%%-[0-9]*} in
	gcc | clang) ;;
	cc) compiler=gcc ;;
	*) have "$compiler" || die 2 "CC=$cc: there is no compiler $compiler: set CC to one that is installed" ;;
	esac
	for library in "$@"; do
		load "$library"
		read -r -a words <<<"$tools"
		list+=("$compiler:$compiler libc6-dev" make:make flock:util-linux "${words[@]}")
		if [[ -n ${asked_source[$library]} ]]; then
			list+=(git:git autoreconf:autoconf automake:automake libtoolize:libtool autopoint:autopoint)
		fi
	done
	tools "${list[@]}"
}

# configure OPTION ...: runs the source's own, which a checkout has to make first.
configure() {
	if [[ ! -x configure ]]; then
		step autogen
		./autogen.sh
	fi
	step configure
	./configure --prefix="$prefix" "$@" "${flags[@]}"
}

# mend_pc FILE: adds what the library is known to need and its .pc file does not name.
mend_pc() {
	if [[ -z $private ]] || grep -qw -e "$private" "$1"; then
		return 0
	elif grep -q '^Libs\.private:' "$1"; then
		sed -i "s/^Libs\.private:.*/& $private/" "$1"
	else
		printf 'Libs.private: %s\n' "$private" >>"$1"
	fi
}

# effective MAKEFILE: the flags with which the library's C is compiled in the end, also those within CC, without warnings,
# macros and paths.
effective() {
	local word words
	read -r -a words <<<"${cc#"${cc%% *}"} $(sed -n 's/^\(AM_\)\{0,1\}CFLAGS = //p' "$1" | tr '\n' ' ')"
	for word in "${words[@]}"; do
		case $word in
		-W* | -D* | -I* | -include | [!-]*) ;;
		*) printf '%s ' "$word" ;;
		esac
	done
}

# provenance FLAGS: the C header in which the build says what it is.
provenance() {
	local macro field value configured='' compiled=''
	macro=CG_$(upper "$name")_PROVENANCE
	if [[ $kind != installed ]]; then
		configured=$(all_options "$name") compiled=$cc_identity
	fi
	printf '/* What this build of %s is. Written by the build. */\n#ifndef %s\n#define %s\n' "$name" "$macro" "$macro"
	while IFS=$'\t' read -r field value; do
		value=${value//\\/\\\\}
		value=${value//\"/\\\"}
		printf '#define %s_%s "%s"\n' "$macro" "$field" "${value% }"
	done <<-EOF
		VERSION	$version
		SHA256	$sha256
		SOURCE	$origin
		CONFIGURE	$configured
		COMPILER	$compiled
		CFLAGS	$1
		NOTE	$note
		KEY	$key
	EOF
	printf '#endif\n'
}

# unpack FOLDER: writes the chosen library's source there.
unpack() {
	step unpack
	if [[ $kind == checkout ]]; then
		unpack_checkout "$name" "$1"
		return
	fi
	mkdir "$1"
	tar -xf "$archives/$archive" --no-same-owner -C "$1" --strip-components=1
}

# build_one LIBRARY VERSION-OR-ROLE NOTE: builds a library whose archive has been fetched. Runs in a subshell of its own.
build_one() {
	local stage log lock status=0 jobs
	choose "$@"
	label="$name $version"
	built "$prefix" && return
	own_native
	log=$native/.log/${prefix##*/}.log

	exec {lock}>"$native/.lock/${prefix##*/}"
	if ! flock -n "$lock"; then
		step 'another build of it is running: waiting'
		flock "$lock" &
		recipe=$!
		wait "$recipe"
		recipe=''
	fi
	built "$prefix" && return
	# The lock is ours: whatever lies there is from a build that was cut off.
	rm -rf "$native/.tmp/${prefix##*/}".* "$prefix"
	scratch=''
	make_scratch "${prefix##*/}"
	stage=$scratch/stage
	mkdir "$stage"
	: >"$scratch/cflags"

	if [[ $kind == archive ]]; then
		if ! intact "$archives/$archive"; then
			die 1 "$archives/$archive has not the pinned checksum: remove it and run this again"
		fi
		if tar -tf "$archives/$archive" | grep -qE '^/|(^|/)\.\.(/|$)'; then
			die 1 "$archives/$archive holds paths that lead out of it: it is not unpacked"
		fi
	fi

	# A process group of its own, so that ending the recipe ends its compilers too.
	set -m
	(
		set -e
		exec {lock}>&-
		if [[ $kind == installed ]]; then
			adopt "$name" "$stage$prefix"
			mend_pc "$stage$prefix/lib/pkgconfig/$module.pc"
			exit
		fi
		unpack "$scratch/source"
		read -r -a flags <<<"$(all_options "$name")"
		jobs=${JOBS:-$(nproc)}
		for variable in $(compgen -e); do
			case $variable in
			PATH | HOME | TMPDIR | LC_ALL | CC | CFLAGS | CPPFLAGS | LDFLAGS) ;;
			*) unset "$variable" 2>/dev/null || true ;;
			esac
		done
		export CONFIG_SITE=/dev/null GIT_OPTIONAL_LOCKS=0 CC="$cc"
		cd "$scratch/source"
		recipe
		effective Makefile >"$scratch/cflags"
	) >"$log" 2>&1 </dev/null &
	recipe=$!
	set +m
	wait "$recipe" || status=$?
	recipe=''
	if ((status)) && disk_full "$log"; then
		die 1 "$(full)"
	elif ((status)); then
		tail -n 15 "$log" >&2
		die 1 "$name $version did not build; the end of its log is above, all of it in $log"
	fi

	find "$stage$prefix" -name '*.la' -delete
	provenance "$(<"$scratch/cflags")" >"$stage$prefix/include/cryptogap-$name.h"
	: >"$stage$prefix/.complete"
	mv -T "$stage$prefix" "$prefix"
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
	declare -A plan_version=() plan_note=() plan_needs=()
	for library in "$@"; do
		resolve "$library"
		if [[ $fell_back == yes ]]; then
			say "$note; to try for the newest again: native/build.sh fetch && native/build.sh"
		fi
		if ! built "$prefix" || { [[ -n $base_prefix ]] && ! built "$base_prefix"; }; then
			missing+=("$library")
		fi
	done
	build_tools "${missing[@]}"
	((${#missing[@]})) || return 0

	for library in "${missing[@]}"; do
		load "$library"
		if [[ -z $bridge ]]; then
			resolve "$library"
			fetch_missing || die 1 "$problem"
		else
			obtain "$library"
		fi
		plan_version[$library]=$version plan_note[$library]=$note plan_needs[$library]=$needs
		[[ $kind == archive ]] || plan_note[$library]=''
		if [[ -n $needs ]]; then
			plan_version[$needs]=$base_version plan_note[$needs]=''
		fi
	done
	[[ -z $scratch ]] || rm -rf "$scratch"
	scratch=''

	trap 'trap "" TERM; kill -TERM "${pids[@]}" 2>/dev/null; wait; exit 130' INT TERM HUP
	for library in "${missing[@]}"; do
		# shellcheck disable=SC2086 # one name or none
		chain ${plan_needs[$library]} "$library" &
		pids+=("$!")
	done
	for pid in "${pids[@]}"; do
		wait "$pid" || code=$?
	done
	trap - INT TERM HUP
	return "$code"
}
