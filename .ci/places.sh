#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In how many places an algorithm and a library are added. In a copy of the tree, a made-up hash, AEAD and signature scheme, each a
# second name of a primitive that the libraries have, get one row a place, and a made-up C library, a second name of libgcrypt, its
# folder, its data and its line. The copy is built, asked by list whether every library offers every operation, and by verify whether
# they agree.
#
#   .ci/places.sh
#
# Exit codes: 0 the promise holds, 1 it does not: an algorithm needs more places than one value in the catalogue, its known answers, and
# one row in each library, or a library more than its folder, its data and its line.
set -euo pipefail
export LC_ALL=C
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
PATH=$PATH:/usr/local/go/bin
native/build.sh build
environment=$(native/build.sh env)
eval "$environment"

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
	[[ ! -e $file ]] || cp --parents -- "$file" "$copy"
done
cd "$copy"

fail() {
	printf 'places: %s\n' "$*" >&2
	exit 1
}

# row FILE PATTERN LINES SED: puts behind the LINES lines from the first that has PATTERN a copy of them, changed by SED.
row() {
	local file=$1 first
	first=$(grep -nF -- "$2" "$file" | head -n 1 | cut -d : -f 1)
	[[ -n $first ]] || fail "$file has no row with $2"
	sed -n "$first,$((first + $3 - 1))p" "$file" | sed -E "$4" >row
	sed -i "$((first + $3 - 1))r row" "$file"
	rm row
	places+=("$file")
}

# A library: its data, its folder, its line. What is installed already stands for its archive.
MADE_PREFIX=$(native/build.sh where libgcrypt)
export MADE_PREFIX
sed 's/^provider=.*/provider=made/; s/^bridge=.*/bridge=madebridge/; s/^tag=.*/tag=nomade/' native/libraries/libgcrypt.sh >native/libraries/made.sh
sed -n 's/^libgcrypt \(.* newest \)/made \1/p' native/versions.lock >pin
cat pin >>native/versions.lock
cp -r gcryptbridge madebridge
mv madebridge/cgg_features.h madebridge/cgm_features.h
sed -i 's/gcryptbridge/madebridge/g; s/nogcrypt/nomade/g; s/"libgcrypt"/"made"/g; s/cgg_/cgm_/g; s/cryptogap-libgcrypt/cryptogap-made/g; s/CG_LIBGCRYPT/CG_MADE/g' madebridge/*
sed -i 's,"cryptogap/gobench",&\n\t"cryptogap/madebridge",; s/gcryptbridge.New()/&, madebridge.New()/' cmd/cryptogap/providers.go
native/build.sh build
environment=$(native/build.sh env)
eval "$environment"

# made NAME ID…: counts the places, and keeps what follows from them for the end.
all=()
made() {
	local name=$1
	shift
	all+=("$@")
	printf 'places: %s: %d places\n' "$name" ${#places[@]}
	printf '  %s\n' "${places[@]}"
	((${#places[@]} <= 6)) || fail "$name: more than the catalogue, known answers, and a row in each of four libraries"
}

places=()
row compare/catalog/algorithms.go 'hash("sha256"' 1 's/"sha256", "SHA-256"/"made-hash", "MADE-HASH"/; s/slope: [0-9]+, //'
row compare/catalog/vectors.jsonl '"id":"sha256-abc"' 1 's/sha256/made-hash/g'
row gobench/hash.go '{"sha256", ' 5 's/"sha256"/"made-hash"/'
row wolfbridge/hash.c '"sha256"' 1 's/X\(SHA256, "sha256"/X(MADE_HASH, "made-hash"/'
row gcryptbridge/hash.go '"sha256"' 1 's/"sha256"/"made-hash"/'
row madebridge/hash.go '"sha256"' 1 's/"sha256"/"made-hash"/'
made 'a hash' made-hash hmac-made-hash pbkdf2-hmac-made-hash hkdf-made-hash

places=()
row compare/catalog/algorithms.go 'aead("chacha20-poly1305"' 1 's/"chacha20-poly1305", "CHA-POLY"/"made-aead", "MADE-AEAD"/'
row compare/catalog/vectors.jsonl '"id":"chacha20-poly1305-rfc8439"' 1 's/chacha20-poly1305/made-aead/g'
row gobench/aead.go '"chacha20-poly1305"' 2 's/id: "chacha20-poly1305"/id: "made-aead"/'
row wolfbridge/aead.c '"chacha20-poly1305"' 4 's/X\(CHACHA20_POLY1305, "chacha20-poly1305"/X(MADE_AEAD, "made-aead"/'
row gcryptbridge/aead.go '"chacha20-poly1305"' 1 's/"chacha20-poly1305"/"made-aead"/'
row madebridge/aead.go '"chacha20-poly1305"' 1 's/"chacha20-poly1305"/"made-aead"/'
made 'an AEAD' made-aead

places=()
row compare/catalog/algorithms.go 'signature("ed25519"' 1 's/"ed25519", "Ed25519"/"made-scheme", "MADE-SCHEME"/'
row compare/catalog/vectors.jsonl '"id":"ed25519-rfc8032-1"' 1 's/ed25519/made-scheme/g'
row gobench/signature.go 'scheme{id: "ed25519"' 2 's/id: "ed25519"/id: "made-scheme"/'
row wolfbridge/signature.c '"ed25519"' 1 's/X\(ED25519, "ed25519"/X(MADE_SCHEME, "made-scheme"/'
row gcryptbridge/signature.go '"ed25519"' 1 's/"ed25519"/"made-scheme"/'
row madebridge/signature.go '"ed25519"' 1 's/"ed25519"/"made-scheme"/'
made 'a signature scheme' made-scheme

go build -o cryptogap ./cmd/cryptogap
go vet -tags nomade ./cmd/cryptogap
wrong=$(./cryptogap list "${all[@]}" --format csv | awk -F , 'NR > 1 && $7 != "true"')
[[ -z $wrong ]] || fail "not every library offers each from its one row:"$'\n'"$wrong"
[[ $(./cryptogap list "${all[@]}" --format csv | grep -c ',made,') -gt 0 ]] || fail 'list does not know the library'
./cryptogap verify "${all[@]}" >log 2>&1 || fail "verify: $(<log)"
printf 'places: from these follow %d rows that agree\n' "$(grep -c '/op=' log)"
