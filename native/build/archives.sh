# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# How build.sh gets the archives that versions.lock pins: from Debian's source packages, else from upstream. build.sh reads
# this file.

# ---------------------------------------------------------------------------------------------------- the lock file

# pins LIBRARY: its versions, in the order of the lock file.
pins() { awk -v l="$1" '$1 == l { printf "%s%s", n++ ? ", " : "", $2 }' "$lock_file"; }

# pin LIBRARY VERSION-OR-ROLE: sets version, with, sha256, archive, suites, address; fails if there is no such line.
pin() {
	local l v r rest
	while read -r l v r rest; do
		if [[ $l == "$1" && ($v == "$2" || $r == "$2") ]]; then
			version=$v
			read -r with sha256 archive suites address <<<"$rest"
			return 0
		fi
	done <"$lock_file"
	return 1
}

# ------------------------------------------------------------------------------------------------------ the archives

scratch='' # this process's own folder, made on demand, removed at the end

# make_scratch: sets scratch.
make_scratch() {
	[[ -n $scratch ]] && return
	own_native
	scratch=$(mktemp -d "$native/.tmp/${1:-fetch}.XXXXXX")
}

# disk_full [LOG]: whether that is why something failed.
disk_full() {
	local free
	[[ -z ${1:-} || ! -r $1 ]] || ! grep -qsi 'no space left on device' "$1" || return 0
	free=$(df -Pk "$cache" 2>/dev/null | awk 'NR == 2 { print $4 }')
	[[ -n $free ]] && ((free < 20000))
}

# full: the sentence of a full disk.
full() { printf 'no space left on the disk of %s, and a build needs about 700 MB there: free some, or set CRYPTOGAP_CACHE to a folder elsewhere' "$cache"; }

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
	if disk_full "$scratch/log"; then
		problem=$(full)
		return 3
	fi
	if [[ -n $wrong ]]; then
		problem="$archive from $wrong has a wrong checksum (pinned in $lock_file: $sha256) and was thrown away: do not build from it; try another network, or put the right archive into $archives"
		return 3
	fi
	problem="$archive could be had nowhere ($reasons): check the network and run this again, or put the archive (SHA-256 $sha256) into $archives"
	return 1
}

# fetch_missing: brings the archive of the chosen library, where it has one and is not built.
fetch_missing() {
	[[ $kind == archive ]] || return 0
	built "$prefix" || fetch
}

# fetch_pair LIBRARY VERSION-OR-ROLE NOTE: brings the archive of a library and of the one that it needs. Leaves the library
# chosen.
fetch_pair() {
	local code=0
	choose "$@"
	if [[ -n $needs ]]; then
		choose "$needs" "$base_version" ''
		fetch_missing || return
		choose "$@"
	fi
	fetch_missing || code=$?
	return "$code"
}

# obtain LIBRARY: brings what its build needs, falls back to the stable pin where the newest was not asked for by name and
# cannot be fetched, and leaves the library chosen.
obtain() {
	local code=0 first want=${asked_version[$1]}
	if [[ -n $want ]]; then
		fetch_pair "$1" "$want" '' || die 1 "$problem"
		return
	fi
	fetch_pair "$1" newest '' || code=$?
	if ((code == 0)); then
		return
	fi
	if ((code == 3)) || ! may_fall_back "$1"; then
		die 1 "$problem"
	fi
	first=$problem
	fetch_pair "$1" stable "$(fallback_note "$1")" || die 1 "$first"
	say "$first"
	say "$note"
}
