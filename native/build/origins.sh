# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# A library that is not built from a pinned archive: a git checkout (LIBRARY_SOURCE=DIR) or a build that is installed already
# (LIBRARY_PREFIX=DIR). build.sh reads this file.

# checkout_tree DIR FOLDER: prints the hash of the checkout's files as they are now: what is not committed too, without what
# git ignores. The objects that this makes are in FOLDER, beside the index of that tree: DIR stays as it is.
checkout_tree() {
	local index objects
	index=$(git -C "$1" rev-parse --path-format=absolute --git-path index)
	objects=$(git -C "$1" rev-parse --path-format=absolute --git-path objects)
	mkdir -p "$2/objects"
	[[ ! -e $index ]] || cp "$index" "$2/index"
	(
		export GIT_INDEX_FILE=$2/index GIT_OBJECT_DIRECTORY=$2/objects GIT_ALTERNATE_OBJECT_DIRECTORIES=$objects
		git -C "$1" add -A . && git -C "$1" write-tree
	)
}

declare -A tree_of=()

# read_checkout LIBRARY: sets version, tree, commit, dirty and origin from its checkout.
read_checkout() {
	local dir=${asked_source[$1]} variable=${1^^}_SOURCE said
	variable=${variable//-/_}
	have git || die 1 "$variable needs git: apt-get install git"
	if ! said=$(git -C "$dir" rev-parse --show-toplevel 2>&1) || [[ $said != "$dir" ]]; then
		die 2 "$variable=$dir is not the top of a git checkout (git says: ${said%%$'\n'*}): name one; for files without a history, git init, git add -A and git commit make one"
	fi
	commit=$(git -C "$dir" rev-parse --verify -q HEAD) || die 2 "$variable=$dir has no commit"
	if [[ -z ${tree_of[$1]:-} ]]; then
		make_scratch
		tree_of[$1]=$(checkout_tree "$dir" "$scratch/git-$1" 2>"$scratch/log") ||
			die 1 "$variable=$dir: git cannot tell the hash of its files: $(tail -n 1 "$scratch/log")"
	fi
	tree=${tree_of[$1]}
	version=$(git -C "$dir" describe --tags --always "$commit")
	origin="git commit ${commit:0:12} ($version)"
	dirty=no
	if [[ $tree != "$(git -C "$dir" rev-parse "$commit^{tree}")" ]]; then
		dirty=yes
		origin+=", with changes that are not committed (tree ${tree:0:12})"
	fi
}

# unpack_checkout LIBRARY FOLDER: writes the files of its tree. The library's own scripts ask git for the version.
unpack_checkout() {
	local dir=${asked_source[$1]} index
	mkdir -p "$2"
	index=$(mktemp -d "$scratch/tree.XXXXXX")
	if [[ $(checkout_tree "$dir" "$index") != "$tree" ]]; then
		echo "$dir was changed while it was read: run this again"
		return 1
	fi
	(
		GIT_ALTERNATE_OBJECT_DIRECTORIES=$(git -C "$dir" rev-parse --path-format=absolute --git-path objects)
		export GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_INDEX_FILE=$index/index GIT_OBJECT_DIRECTORY=$index/objects
		git -C "$dir" checkout-index --all --prefix="$2/"
	)
	printf 'gitdir: %s\n' "$(git -C "$dir" rev-parse --absolute-git-dir)" >"$2/.git"
}

# pc_file DIR MODULE: prints where an installed build has its .pc file; fails if it has none.
pc_file() {
	local file
	for file in "$1"/{lib,lib64,lib/*,share}/pkgconfig/"$2.pc"; do
		if [[ -r $file ]]; then
			printf '%s' "$file"
			return
		fi
	done
	return 1
}

# header_file DIR HEADER: prints where an installed build has its header; fails if it has none.
header_file() {
	local file
	for file in "$1/include/$2" "$1"/include/*/"$2"; do
		if [[ -r $file ]]; then
			printf '%s' "$file"
			return
		fi
	done
	return 1
}

# read_installed LIBRARY: sets version, origin and tree, a hash of what a program is linked with.
read_installed() {
	local dir=${asked_prefix[$1]} variable=${1^^}_PREFIX pc libs top
	variable=${variable//-/_}
	pc=$(pc_file "$dir" "$module") || die 2 "$variable=$dir has no lib/pkgconfig/$module.pc: name the folder that the library was installed into (its --prefix)"
	top=$(header_file "$dir" "$header") || die 2 "$variable=$dir has no include/$header: it is not an installed build of $1"
	libs=$(find "${pc%/pkgconfig/*}" -maxdepth 1 \( -name "lib$linked.a" -o -name "lib$linked.so" \))
	[[ -n $libs ]] || die 2 "$variable=$dir has no lib$linked.a or lib$linked.so beside its pkgconfig"
	version=$(sed -n 's/^Version: *//p' "$pc")
	# shellcheck disable=SC2086 # no path of the cache or of a prefix has blanks
	tree=$(cat "$pc" "$top" $libs | sha256sum)
	tree=${tree%% *}
	origin="installed in $dir"
}

# adopt LIBRARY TREE: writes the folder that stands for an installed build: its .pc file, which also names our header, and a
# run path where it has no static library.
adopt() {
	local pc target=$2/lib/pkgconfig/$module.pc
	pc=$(pc_file "${asked_prefix[$1]}" "$module")
	mkdir -p "$2/include" "$2/lib/pkgconfig"
	awk -v folder="${pc%/*}" -v ours="-I$prefix/include" '
		{ gsub(/\$\{pcfiledir\}/, folder) }
		/^Cflags:/ { sub(/:/, ": " ours); seen = 1 }
		{ print }
		END { if (!seen) print "Cflags: " ours }' "$pc" >"$target"
	if [[ ! -e ${pc%/pkgconfig/*}/lib$linked.a ]]; then
		sed -i "s|^Libs:.*|& -Wl,-rpath,${pc%/pkgconfig/*}|" "$target"
	fi
}
