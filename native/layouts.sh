#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds cryptogap and beside it one worker binary for each link layout. The sources and the machine code are the same in all
# of them. Only the addresses of the functions differ: of Go's by the linker's -randlayout, of the C code by the order of the
# object files and by padding between them. A figure that depends on these addresses is a fact about one binary.
#
#   native/layouts.sh BINARY [GO-BUILD-FLAG ...]    LAYOUTS="1-8" by default; LAYOUTS= builds no workers
#   native/layouts.sh add BINARY [GO-BUILD-FLAG ...]    link the layouts of LAYOUTS beside those that BINARY has
#
# The workers are BINARY.layouts/SEED. BINARY and its workers carry the same stamp, a hash of the compiled packages: cryptogap
# runs no worker of another build. The environment must be that of "native/build.sh env".
# Exit codes: those of go build; 2 for wrong usage.
set -euo pipefail
export LC_ALL=C

die() {
	printf 'layouts: %s\n' "$1" >&2
	exit 2
}

self=$(realpath -- "${BASH_SOURCE[0]}")
padding=(16 32 48 64 112 192 320 528 832 1328 2064 3088)

# link SEED ARGUMENT …: the C linker as Go's linker calls it, with the objects in the order of the seed. Seed 0 keeps the order
# and writes which archive members are used.
link() {
	local seed=$1 cc=${CRYPTOGAP_CC:-cc} dir=$CRYPTOGAP_LAYOUTS a
	shift
	local -a objects=() rest=()
	if [[ $seed == 0 ]]; then
		exec "$cc" "$@" -Wl,-Map="$dir/map"
	fi
	for a in "$@"; do
		case $a in
		*.o) objects+=("$a") ;;
		-l*) if [[ -s $dir/members-${a#-l} ]]; then objects+=("$dir/$seed-${a#-l}.o"); else rest+=("$a"); fi ;;
		*) rest+=("$a") ;;
		esac
	done
	# A call that only asks what the compiler can do has no objects.
	((${#objects[@]} > 1)) || exec "$cc" "$@"
	mapfile -t objects < <(padded "$seed" "${objects[@]}")
	local -a before=() after=()
	local seen=''
	for a in "${rest[@]}"; do
		if [[ $a == -l* || $a == -Wl,* ]]; then seen=1; fi
		if [[ $seen ]]; then after+=("$a"); else before+=("$a"); fi
	done
	exec "$cc" "${before[@]}" "${objects[@]}" "${after[@]}"
}

# padded SEED NAME …: the names in the seed's order, each behind an object that is nothing but padding.
padded() {
	local seed=$1
	shift
	paste -d '\n' \
		<(local i; for ((i = 0; i < $#; i++)); do printf '%s/pad-%s.o %s\n' "$CRYPTOGAP_LAYOUTS" "${padding[i % ${#padding[@]}]}" "$i"; done |
			sort -R --random-source=<(yes "padding $seed" | head -c 4096) | cut -d ' ' -f 1) \
		<(printf '%s\n' "$@" | sort -R --random-source=<(yes "objects $seed" | head -c 4096))
}

# seeds prints the seeds that LAYOUTS names: "1-4,9".
seeds() {
	local part
	for part in ${LAYOUTS//,/ }; do
		[[ $part =~ ^([1-9][0-9]{0,5})(-([1-9][0-9]{0,5}))?$ ]] || die "LAYOUTS=$LAYOUTS: want seeds such as 1-8 or 1,2,9"
		seq "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}"
	done
}

if [[ ${1-} == link ]]; then
	shift
	link "$@"
fi

add=''
if [[ ${1-} == add ]]; then
	add=1
	shift
fi
(($# > 0)) || die 'usage: native/layouts.sh [add] BINARY [GO-BUILD-FLAG ...]'
binary=$1
shift
LAYOUTS=${LAYOUTS-1-8}
package=./cmd/cryptogap
go=${GO:-go}
out=$binary.layouts

# Flags for the linker may come among the others: they are joined with ours.
ldflags='' tags=worker
flags=()
while (($#)); do
	case $1 in
	-ldflags) ldflags=$2 && shift ;;
	-ldflags=*) ldflags=${1#-ldflags=} ;;
	-tags) tags=worker,$2 && shift ;;
	-tags=*) tags=worker,${1#-tags=} ;;
	*) flags+=("$1") ;;
	esac
	shift
done
main_tags=${tags#worker}
main_tags=${main_tags#,}

# A profile for the compiler is named by its hash, for the name of its file says nothing elsewhere.
profile=$(printf '%s\n' "$("$go" env GOFLAGS)" ${flags[@]+"${flags[@]}"} | tr ' ' '\n' | sed -nE 's/^--?pgo=//p' | tail -n 1)
if [[ -f $profile ]]; then ldflags="$ldflags -X cryptogap/gobench.profile=$(sha256sum <"$profile" | cut -c 1-12)"; fi

stamp=$("$go" list -export -deps -tags "$tags" ${flags[@]+"${flags[@]}"} -f '{{.ImportPath}} {{.BuildID}}' "$package" | cat - "$self" | sha256sum | cut -c 1-16)
cgo=$("$go" env CGO_ENABLED)

if [[ ! $add ]]; then
	"$go" build ${flags[@]+"${flags[@]}"} -tags "$main_tags" -ldflags "$ldflags -X main.stamp=$stamp" -o "$binary" "$package"
fi
if [[ -e $out/stamp && $(<"$out/stamp") != "$stamp" ]]; then
	[[ ! $add ]] || die "the workers in $out are of another build than these sources and settings make: run make build first"
	rm -rf -- "${out:?}"
fi
want=()
for seed in $(seeds); do
	if [[ ! -x $out/$seed ]]; then want+=("$seed"); fi
done
if ((${#want[@]} == 0)); then
	exit 0
fi
mkdir -p -- "$out"
CRYPTOGAP_LAYOUTS=$(mktemp -d)
CRYPTOGAP_CC=$("$go" env CC)
export CRYPTOGAP_LAYOUTS CRYPTOGAP_CC
trap 'rm -rf -- "$CRYPTOGAP_LAYOUTS"' EXIT

# worker SEED FILE links a worker; seed 0 is the plain order.
worker() {
	local seed=$1 file=$2 own=''
	if [[ $seed != 0 ]]; then own=-randlayout=$seed; fi
	if [[ $cgo == 1 ]]; then
		printf '#!/bin/sh\nexec "%s" link %s "$@"\n' "$self" "$seed" >"$CRYPTOGAP_LAYOUTS/cc-$seed"
		chmod +x "$CRYPTOGAP_LAYOUTS/cc-$seed"
		own="$own -linkmode=external -extld=$CRYPTOGAP_LAYOUTS/cc-$seed"
	fi
	"$go" build ${flags[@]+"${flags[@]}"} -tags "$tags" -ldflags "$ldflags -s -w -X main.stamp=$stamp $own" -o "$file" "$package"
}

# prepare SEED merges the used members of each static library into one object, in the seed's order.
prepare() {
	local seed=$1 list library
	for list in "$CRYPTOGAP_LAYOUTS"/members-*; do
		[[ -s $list ]] || continue
		library=${list##*/members-}
		local -a objects
		mapfile -t objects < <(cd "$CRYPTOGAP_LAYOUTS/$library" && mapfile -t m <"$list" && padded "$seed" "${m[@]/#/$CRYPTOGAP_LAYOUTS/$library/}")
		ld -r -o "$CRYPTOGAP_LAYOUTS/$seed-$library.o" "${objects[@]}"
	done
}

if [[ $cgo == 1 ]]; then
	for size in "${padding[@]}"; do
		printf '.text\n.balign 16\n.skip %s, 0xcc\n.section .note.GNU-stack,"",@progbits\n' "$size" |
			"$CRYPTOGAP_CC" -c -x assembler -o "$CRYPTOGAP_LAYOUTS/pad-$size.o" -
	done
	worker 0 "$CRYPTOGAP_LAYOUTS/plain"
	# "/cache/lib/libwolfssl.a(aes.o)" at the start of a line of the map is a member that was linked.
	names=$("${self%/*}/build.sh" facts linked | paste -sd '|')
	sed -nE "s/^(\/[^(]*\/lib($names)\.a)\((.*)\)\$/\1 \2 \3/p" "$CRYPTOGAP_LAYOUTS/map" |
		sort -u >"$CRYPTOGAP_LAYOUTS/used"
	while read -r archive library member; do
		if [[ ! -d $CRYPTOGAP_LAYOUTS/$library ]]; then
			mkdir "$CRYPTOGAP_LAYOUTS/$library"
			(cd "$CRYPTOGAP_LAYOUTS/$library" && ar x "$archive")
		fi
		printf '%s\n' "$member" >>"$CRYPTOGAP_LAYOUTS/members-$library"
	done <"$CRYPTOGAP_LAYOUTS/used"
fi

# one SEED links a layout and puts it into its place whole.
one() {
	prepare "$1"
	worker "$1" "$CRYPTOGAP_LAYOUTS/worker-$1"
	mv -f -- "$CRYPTOGAP_LAYOUTS/worker-$1" "$out/$1"
}

failed=''
pids=()
for seed in "${want[@]}"; do
	if ((${#pids[@]} >= $(nproc))); then
		wait "${pids[0]}" || failed=1
		pids=("${pids[@]:1}")
	fi
	one "$seed" &
	pids+=("$!")
done
for pid in ${pids[@]+"${pids[@]}"}; do wait "$pid" || failed=1; done
[[ ! $failed ]] || { echo 'layouts: a layout could not be linked: what went wrong is above' >&2; exit 1; }
printf '%s\n' "$stamp" >"$out/stamp"
