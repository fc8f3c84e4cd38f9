# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154
#
# Which build of a library is meant, and the key that it has in the cache. build.sh reads this file.

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

# all_options LIBRARY: configure's options, those of the user last.
all_options() {
	local variable
	variable=$(upper "$1")_CONFIGURE
	options
	printf '%s' "${!variable:-}"
}

# choose LIBRARY VERSION-OR-ROLE NOTE: sets what the library's file says and name, kind (archive, checkout or installed),
# version, origin, note, key, prefix and what. For a library that needs another: base_version and base_prefix. note is
# a sentence for the header, such as why this is not the newest.
choose() {
	local base='' base_folder='' base_want=''
	load "$1"
	if [[ -n $needs ]]; then
		base_want=newest
		if [[ -z ${asked_source[$1]}${asked_prefix[$1]} ]] && pin "$1" "${asked_version[$1]:-$2}"; then
			base_want=$with
		fi
		choose "$needs" "$base_want" ''
		base=$key base_folder=$prefix
		load "$1"
	fi
	name=$1 note=${3:-} kind=archive origin='' sha256='' tree='' dirty=no
	if [[ -n ${asked_source[$1]} ]]; then
		kind=checkout
		read_checkout "$1"
		[[ $dirty == no ]] || note="$1 was built from a git checkout with changes that are not committed (tree ${tree:0:12})"
	elif [[ -n ${asked_prefix[$1]} ]]; then
		kind=installed
		read_installed "$1"
	else
		pin "$1" "${asked_version[$1]:-$2}" || die 1 "$lock_file has no $2 version of $1"
	fi
	what="library $name
version $version
sha256 $sha256
origin $origin
tree $tree
configure $(all_options "$name")
compiler $cc_identity
CC $cc
CFLAGS ${CFLAGS:-}
CPPFLAGS ${CPPFLAGS:-}
LDFLAGS ${LDFLAGS:-}
machine $machine
cache $native
note $note
base $base
recipe $(declare -f recipe configure provenance mend_pc adopt)"
	key=$(printf '%s' "$what" | sha256sum)
	key=${key:0:16}
	base_version=$base_want base_prefix=$base_folder
	case $kind in
	archive) prefix=$native/$name-$version-$key ;;
	checkout) prefix=$native/$name-git.${tree:0:12}-$key ;;
	installed) prefix=$native/$name-installed.$version-$key ;;
	esac
}

built() { [[ -e $1/.complete ]]; }

# may_fall_back LIBRARY: whether there is a stable pin to take in the newest's place.
may_fall_back() {
	local version with sha256 archive suites address
	[[ ${FALLBACK:-} != no ]] && pin "$1" stable
}

# fallback_note LIBRARY: the sentence that goes with the stable pin in the newest's place.
fallback_note() {
	local version with sha256 archive suites address
	pin "$1" newest
	printf '%s %s could be had nowhere when this was built, so the stable pin stands in for it' "$1" "$version"
}

declare -A asked_version asked_source asked_prefix

# read_asked: reads what the environment asks of each library; ends the script where that cannot be.
read_asked() {
	local library variable want count dir
	for library in "${libraries[@]}"; do
		variable=$(upper "$library")
		asked_version[$library]='' asked_source[$library]='' asked_prefix[$library]='' count=0
		for want in "${variable}"_{VERSION,SOURCE,PREFIX}; do
			[[ -n ${!want:-} ]] || continue
			((++count == 1)) || die 2 "of ${variable}_VERSION, ${variable}_SOURCE and ${variable}_PREFIX only one may be set"
			if [[ $want == *_VERSION ]]; then
				if ! pin "$library" "${!want}" || [[ $version != "${!want}" ]]; then
					die 2 "$want=${!want}: that version is not pinned in $lock_file; pinned are: $(pins "$library")"
				fi
				asked_version[$library]=${!want}
				continue
			fi
			dir=$(cd -- "${!want}" 2>/dev/null && pwd -P) || die 2 "$want=${!want} is not a folder"
			[[ $dir =~ ^/[^[:space:]\'\"\`\&#|:\\\;\$]*$ ]] || die 2 "$want=$dir: a path with blanks, quotes or signs such as & # | : \\ cannot be used"
			if [[ $want == *_SOURCE ]]; then asked_source[$library]=$dir; else asked_prefix[$library]=$dir; fi
		done
		want=${variable}_CONFIGURE
		case " ${!want:-}" in
		*\ --prefix* | *\ --*dir=* | *\ --exec-prefix* | *[\'\"\\]*)
			die 2 "$want=${!want}: quotes and places (--prefix, --libdir, ...) cannot be given, since the library goes into the cache"
			;;
		esac
		[[ -z ${!want:-} || -z ${asked_prefix[$library]} ]] || die 2 "$want and ${variable}_PREFIX: an installed build is not configured again"
	done
	# What an installed library needs comes from the same place, if it is there.
	for library in "${libraries[@]}"; do
		dir=${asked_prefix[$library]}
		[[ -n $dir ]] || continue
		load "$library"
		want=$needs
		[[ -n $want && -z ${asked_version[$want]}${asked_source[$want]}${asked_prefix[$want]} ]] || continue
		load "$want"
		! pc_file "$dir" "$module" >/dev/null || asked_prefix[$want]=$dir
	done
}

# resolve LIBRARY: choose what a build of it would use now, without the network. fell_back says whether that is the stable
# pin in place of the newest.
resolve() {
	local user
	fell_back=no
	load "$1"
	if [[ -z $bridge ]]; then
		for user in "${measured[@]}"; do
			load "$user"
			if [[ $needs == "$1" ]]; then
				resolve "$user"
				choose "$1" "$base_version" ''
				return
			fi
		done
	fi
	choose "$1" newest ''
	if [[ $kind != archive || -n ${asked_version[$1]} || -e $archives/$archive ]] || built "$prefix"; then
		return
	fi
	if may_fall_back "$1"; then
		choose "$1" stable "$(fallback_note "$1")"
		if built "$prefix"; then
			fell_back=yes
			return
		fi
	fi
	choose "$1" newest ''
}
