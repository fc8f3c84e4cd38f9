#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the Dockerfile and runs the image where there is neither a Docker engine nor an image registry: by buildah, on a
# base image that debootstrap makes, with this machine's Go, under the name that the Dockerfile asks for. The base's files stay in the
# cache; all else is built anew each time, in a folder of its own that is removed at the end.
#
#   .ci/docker-check.sh              build, run, build again after a change
#   .ci/docker-check.sh --tests      the Dockerfile's tests too
#   .ci/docker-check.sh --figures    a default run in the image and one outside: are the gaps the same?
#
# Exit codes: 0 all well, 1 a failure, 2 wrong usage, 3 it cannot be tested here.
# shellcheck disable=SC2317 # step calls functions by their names
set -euo pipefail
export LC_ALL=C

readonly max_megabytes=165 max_build=600 max_rebuild=60 # what the image has to reach

say() { printf 'docker-check: %s\n' "$*"; }

# die CODE SENTENCE
die() {
	local code=$1
	shift
	say "$*" >&2
	exit "$code"
}

tests=no figures=no
for option in "$@"; do
	case $option in
	--tests) tests=yes ;;
	--figures) figures=yes ;;
	*) die 2 "no option \"$option\"; there are: --tests, --figures" ;;
	esac
done

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
PATH=$PATH:/usr/local/go/bin:/usr/sbin:/sbin
((EUID == 0)) || die 3 'only root can make a base image: run it as root'
command -v go >/dev/null || die 3 'there is no Go to put into the base image'

# What the image that the Dockerfile asks for has, as far as a build here can see it.
readonly packages=ca-certificates,curl,g++,gcc,git,libc6-dev,make,netbase,pkg-config,procps,wget
base=$(awk '$1 == "FROM" && $2 ~ /:/ { print $2; exit }' Dockerfile)
suite=${base##*-}
go_version=$(go env GOVERSION)
go_version=${go_version#go}
[[ $base == golang:* && $go_version. == "$(cut -d: -f2 <<<"${base%-*}")".* ]] ||
	die 3 "the Dockerfile asks for $base and this machine has Go $go_version"

for program in buildah debootstrap; do
	command -v "$program" >/dev/null || missing="${missing:-} $program"
done
if [[ -n ${missing:-} ]]; then
	say "installing$missing with apt-get"
	# shellcheck disable=SC2086
	{ DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing ||
		{ apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; }; } \
		</dev/null >/dev/null 2>&1 || die 3 "$missing cannot be installed: apt-get install$missing"
fi

# ------------------------------------------------------------------------------------------------- a folder of its own

cache=${CRYPTOGAP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cryptogap}
mkdir -p "$cache/docker"
work=$(mktemp -d "$cache/docker/check.XXXXXX")
quota=''
doing='' # the step's process group
finish() {
	if [[ -n $doing ]]; then
		kill -TERM -- "-$doing" 2>/dev/null || true
		wait "$doing" 2>/dev/null || true
	fi
	[[ -z $quota ]] || rmdir "$quota" 2>/dev/null || true
	# What is mounted there, the last first: containers, and what overlay makes of its folder.
	awk -v under="$work/" 'index($2, under) == 1 { print $2 }' /proc/mounts | tac | xargs -r umount 2>/dev/null || true
	rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP
mkdir -p "$work"/{tmp,context}
: >"$work/registries.conf" # names are not looked up anywhere
export TMPDIR=$work/tmp CONTAINERS_REGISTRIES_CONF=$work/registries.conf
log=$work/log

# With vfs, which works everywhere, each step of a build copies all files anew; overlay needs a kernel that lets it.
driver=vfs
mkdir -p "$work"/trial/{lower,upper,work,merged}
if mount -t overlay overlay -o "lowerdir=$work/trial/lower,upperdir=$work/trial/upper,workdir=$work/trial/work" "$work/trial/merged" 2>/dev/null; then
	umount "$work/trial/merged"
	driver=overlay
fi

# Not the user's storage.
image() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver "$driver" "$@"; }

readonly unreachable=75 # a step's exit code for what this machine keeps from being tested

# step NAME COMMAND …: does it, and says how long it took. seconds is that number.
step() {
	local name=$1 code=0 started=$EPOCHREALTIME
	shift
	set -m # a process group of its own, so that ending this ends it too
	(
		set -e
		"$@"
	) >"$log" 2>&1 </dev/null &
	doing=$!
	set +m
	wait "$doing" || code=$?
	doing=''
	seconds=$(awk -v a="$started" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.0f", b - a }')
	if ((code)); then
		tail -n 25 "$log" >&2
		die "$((code == unreachable ? 3 : 1))" "$name: failed after $seconds s; the end of what it said is above"
	fi
	say "$(printf '%-52s %4d s' "$name" "$seconds")"
}

# ------------------------------------------------------------------------------------------------------ the base image

# mirror: where this machine's own Debian packages come from.
mirror() {
	local codename
	# shellcheck disable=SC1091
	codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
	# shellcheck disable=SC2016 # apt's own variables
	apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(ORIGIN) $(REPO_URI)' 'Created-By: Packages' |
		awk -v own="$codename" '$1 == own && $2 == "main" && $3 == "Debian" { print $4; exit }'
}
mirror=$(mirror)
[[ $mirror == http* ]] || die 3 'apt on this machine knows no Debian mirror'

files=$cache/docker/base-$(printf '%s\n' "$suite" "$packages" "$mirror" | sha256sum | cut -c 1-16).tar

make_files() {
	# In a name space of its own, so that whatever debootstrap mounts goes away with it.
	unshare --mount debootstrap --variant=minbase --include="$packages" "$suite" "$work/root" "$mirror" || exit "$unreachable"
	rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/*
	tar --numeric-owner --one-file-system -C "$work/root" -cf "$files.$$" .
	mv "$files.$$" "$files"
	rm -rf --one-file-system "$work/root"
}

make_base() {
	local container root variable settings=()
	container=$(image from scratch)
	root=$(image mount "$container")
	tar -C "$root" -xf "$files"
	mkdir -p "$root/usr/local/go" "$root/go"
	tar -C "$(go env GOROOT)" --exclude=./test --exclude=./api --exclude=./doc -cf - . | tar -C "$root/usr/local/go" -xf - --no-same-owner
	# What this machine trusts, and whom it asks for modules.
	cp -L -- "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/ssl/certs/ca-certificates.crt"
	for variable in GOPROXY GOSUMDB GONOSUMDB GONOPROXY GOPRIVATE GOINSECURE GOFLAGS; do
		settings+=(--env "$variable=$(go env "$variable")")
	done
	image config --env PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		--env GOPATH=/go --env GOTOOLCHAIN=local --env "GOLANG_VERSION=$go_version" "${settings[@]}" --workingdir /go "$container"
	image umount "$container" >/dev/null
	image commit --quiet --rm "$container" "$base"
}

[[ -e $files ]] || step "the base's files, by debootstrap" make_files
step "$base" make_base

# ----------------------------------------------------------------------------------------------------------- the image

# Archives that are here already are lent to the build, which checks them anyway.
volumes=()
lent='fetched by the build'
if awk -v dir="$cache/archives/" '$3 == "newest" { print $5 "  " dir $6 }' native/versions.lock | sha256sum --status --check 2>/dev/null; then
	volumes=(--volume "$cache/archives:/opt/cryptogap/archives:ro")
	lent="lent from this machine's cache"
fi

git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -cf - -T - 2>/dev/null | tar -C "$work/context" -xf -

version=$(git describe --tags --always --dirty)
build() {
	image build --isolation chroot --layers --pull=never "${volumes[@]}" --build-arg "VERSION=$version" --tag cryptogap "$@" "$work/context"
}

step "image: native libraries (archives $lent)" build --target native
native=$seconds
step 'image: the rest' build
total=$((native + seconds))

wanted="65532:65532 [/usr/bin/cryptogap] [run] $version"
# shellcheck disable=SC2016
has=$(image inspect --type image --format \
	'{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}} {{index .OCIv1.Config.Labels "org.opencontainers.image.version"}}' cryptogap)
[[ $has == "$wanted" ]] || die 1 "the image says \"$has\" of its user, entry point, command and version, and should say \"$wanted\""
container=$(image from --pull=never cryptogap)
root=$(image mount "$container")
size=$(du -s -B 1 --apparent-size "$root" | awk '{ printf "%.1f", $1 / 1e6 }')
for file in man/man1/cryptogap-run.1 bash-completion/completions/cryptogap licenses/cryptogap/LICENSE; do
	[[ -s $root/usr/share/$file ]] || die 1 "the image has no /usr/share/$file"
done
[[ -z $(find "$root" -xdev -type f -perm /022) ]] || die 1 'files of the image can be written by others'

# ---------------------------------------------------------------------------------------------------------- running it

# confined COMMAND …: the program on the image's files, read-only, as the image's user, without capabilities and without a
# way to gain any. buildah has no read-only containers; this is what they would be. In the control group
# that quota names, seen from inside as a container's own; with the folder that results names mounted.
results='' user=65532:65532
confined() {
	mkdir -p "$root"/{proc,sys,dev}
	# shellcheck disable=SC2016
	unshare --mount --pid --ipc --fork bash -ec '
		root=$1 quota=$2 results=$3 user=$4
		shift 4
		mount --bind "$root" "$root"
		mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
		mount --rbind /sys "$root/sys"
		mount --bind -o ro /dev "$root/dev"
		if [ -n "$quota" ]; then
			echo 0 >"$quota/cgroup.procs"
			if [ -e "$quota/cpu.max" ]; then mount --bind "$quota" "$root/sys/fs/cgroup"; else mount --bind "$quota" "$root/sys/fs/cgroup/cpu"; fi
		fi
		mount -o remount,bind,ro "$root"
		! touch "$root/results/written" 2>/dev/null || { echo "the file system is not read-only" >&2; exit 1; }
		if [ -n "$results" ]; then mount --bind "$results" "$root/results"; fi
		exec env -i HOME=/ PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv --no-new-privs chroot --userspec="$user" --groups= "$root" /usr/bin/cryptogap "$@"
	' - "$root" "$quota" "$results" "$user" "$@"
}

# limit: makes a control group with half a CPU, where that can be done. Sets quota.
limit() {
	local group
	for group in /sys/fs/cgroup/cpu/cryptogap-check.$$ /sys/fs/cgroup/cryptogap-check.$$; do
		mkdir "$group" 2>/dev/null || continue
		if [[ -e $group/cpu.max ]] && echo '50000 100000' >"$group/cpu.max" 2>/dev/null ||
			[[ -e $group/cpu.cfs_quota_us ]] && echo 50000 >"$group/cpu.cfs_quota_us" 2>/dev/null; then
			quota=$group
			return
		fi
		rmdir "$group"
	done
}

step 'verify, by buildah, without capabilities' \
	image run --isolation chroot --cap-drop=ALL --user 65532:65532 "$container" -- /usr/bin/cryptogap verify
tail -n 1 "$log"

if ! confined run --quick >"$work/table" 2>"$log"; then
	tail -n 25 "$log" >&2
	die 1 'run --quick failed in the image with read-only files'
fi
cat "$work/table"
grep -a 'records' "$log" || true
[[ $(grep -ac 'not kept' "$log") == 1 ]] || die 1 'a read-only file system should cost one line, that the records are not kept'

[[ $(confined --version) == "cryptogap $version" ]] || die 1 "the image says that it is \"$(confined --version)\", not cryptogap $version"

# As the README has it: the folder belongs to whoever made it, an ordinary user, and the container runs as that user.
results=$work/results user=1000:1000
mkdir -m 755 "$results"
chown "$user" "$results"
step 'results into a mounted folder' confined run --quick sha256 aes-256-gcm --records /results/run.jsonl --format html -o /results/gaps.html
[[ -s $results/run.jsonl && -s $results/gaps.html ]] || die 1 'the results are not in the mounted folder'

if [[ $figures == yes ]]; then
	step 'the program outside' make build
	step 'a default run in the image' confined run --records /results/inside.jsonl
	step 'a default run outside' bin/cryptogap run --records "$results/outside.jsonl"
	bin/cryptogap selftest repeat "$results/outside.jsonl" "$results/inside.jsonl"
fi
results=''

limit
if [[ -n $quota ]]; then
	confined info >"$work/info" 2>&1 || die 1 'info failed under a CPU quota'
	grep -a 'control group allows 0.50 CPUs' "$work/info" || die 1 'info does not warn of a CPU quota of half a CPU'
	rmdir "$quota" 2>/dev/null && quota=''
else
	say 'not tested here: a CPU quota (no control group can be made)'
fi

# -------------------------------------------------------------------------------------------------- after a change of Go

printf '\n// Rebuilt is a change.\nconst Rebuilt = "%s"\n' "$$" >>"$work/context/compare/run.go"
step 'image, after a change of a Go file' build
rebuild=$seconds
if [[ $tests == yes ]]; then
	step "the Dockerfile's tests" build --target test --tag cryptogap-test
fi

say 'not tested here: an engine'\''s own seccomp and AppArmor profiles, and other architectures'
code=0
# judge WHAT MEASURED GOAL UNIT
judge() {
	if awk -v a="$2" -v b="$3" 'BEGIN { exit !(a < b) }'; then
		say "$(printf '%-40s %6s %s, goal under %s' "$1" "$2" "$4" "$3")"
	else
		say "$(printf '%-40s %6s %s, goal under %s: MISSED' "$1" "$2" "$4" "$3")"
		code=1
	fi
}
judge 'size of the image' "$size" "$max_megabytes" MB
judge 'build from nothing' "$total" "$max_build" s
judge 'build after a change of a Go file' "$rebuild" "$max_rebuild" s
exit "$code"
