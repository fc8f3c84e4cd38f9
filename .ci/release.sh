#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes a release of the last commit in dist/: one archive with a static binary, manual pages, completions, the licences of all that is
# linked in and a bill of materials, and the checksums. The same commit on the same system gives the same bytes.
#
#   .ci/release.sh            make it
#   .ci/release.sh --check    make it twice, in two folders, the second time without anything compiled before, and compare
set -euo pipefail
export LC_ALL=C TZ=UTC
umask 022

die() {
	printf 'release: %s\n' "$*" >&2
	exit 1
}

check=no
case ${1:-} in
'') ;;
--check) check=yes ;;
*) die "no option \"$1\"; there is: --check" ;;
esac

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
PATH=$PATH:/usr/local/go/bin
commit=$(git rev-parse HEAD) || die 'a release is made of a commit, and this is no checkout'
[[ -z $(git status --porcelain --untracked-files=no) ]] || printf 'release: what is not committed is left out\n' >&2
version=$(git describe --tags --always HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct HEAD)
export SOURCE_DATE_EPOCH
name=cryptogap-$version-linux-$(go env GOARCH)

work=$(mktemp -d)
trap 'chmod -R u+w "$work" 2>/dev/null; rm -rf "$work"' EXIT

# make_in FOLDER: the archive, as FOLDER/out/$name.tar.gz, and the bill of materials beside it.
make_in() {
	local source=$1/source tree=$1/tree/$name out=$1/out prefixes page
	mkdir -p "$1" "$tree" "$out"
	git clone -q --no-checkout . "$source"
	git -C "$source" checkout -q --detach "$commit"
	cd "$source"
	GOFLAGS=-buildvcs=true make static
	readarray -t prefixes < <(native/build.sh where)

	.ci/install.sh bin/cryptogap "$tree"
	mkdir -p "$tree/share/licenses/cryptogap"
	install -D -m 644 -t "$tree/share/doc/cryptogap" README.md
	install -m 644 LICENSE "$tree/share/licenses/cryptogap/"
	go -C .ci/sbom build -o ../../bin/sbom . && bin/sbom -version "$version" -bom "$out/$name.cdx.json" -licenses "$tree/share/licenses/cryptogap/linked" bin/cryptogap "${prefixes[@]}"
	install -m 644 "$out/$name.cdx.json" "$tree/share/doc/cryptogap/sbom.cdx.json"
	(cd "$tree" && find . -type f -printf '%P\0' | sort -z | xargs -0 sha256sum) >"$1/sums"
	install -m 644 "$1/sums" "$tree/SHA256SUMS"
	for page in "$tree"/share/man/man1/*.1; do [[ -s $page ]] || die "$page is empty"; done
	tar -C "$tree/.." --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
		--mode=u+rw,go+r,go-w --format=gnu -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
	cd - >/dev/null
}

make_in "$work/first"
ldd "$work/first/source/bin/cryptogap" >/dev/null 2>&1 && die 'the binary is not static'
if [[ $check == yes ]]; then
	# In a path of another length, too.
	GOCACHE=$work/compiled make_in "$work/another/second"
	for file in "$name.tar.gz" "$name.cdx.json"; do
		cmp "$work/first/out/$file" "$work/another/second/out/$file" || die "$file is not the same a second time"
	done
	printf 'release: two builds, the same bytes\n'
fi

mkdir -p dist
cp "$work/first/out/"* dist/
(cd dist && sha256sum "$name.tar.gz" "$name.cdx.json" >SHA256SUMS && sha256sum --quiet --check SHA256SUMS)
stat -c '%n %s' "dist/$name.tar.gz" | awk '{ printf "release: %s, %.1f MB\n", $1, $2 / 1e6 }'
