#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Measures what README and docs show, into docs/results. Nothing else should run meanwhile.
#
#   .ci/docs-records.sh MACHINE [FLAG ...]    MACHINE names this machine's report; FLAGs are those of run and advise
#
# Exit codes: 0 all well, 2 wrong usage, else what cryptogap exits with.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../docs/results"
machine=${1-}
if [[ ! $machine =~ ^[a-z0-9][a-z0-9.-]*$ ]]; then
	printf 'docs-records: name the machine in small letters, such as MACHINE=epyc-9654\n' >&2
	exit 2
fi
shift
PATH=$PWD/../../bin:$PATH

# keep FILE COMMAND …: the command's records, compressed. Records name their arguments, so no path stands among these.
keep() {
	local file=$1
	shift
	cryptogap "$@" --records records.jsonl >/dev/null
	gzip -9nc records.jsonl >"$file"
	rm records.jsonl
}

keep reference.jsonl.gz run "$@"
keep sweep.jsonl.gz run --sweep sha256 aes-128-gcm "$@"
keep pbkdf2.jsonl.gz run kdf --filter '^pbkdf2-hmac-.*/op=derive' --providers go,libgcrypt "$@"
mkdir -p advise machines
for workload in tls-server tls-server-pq disk-encryption signing-service password-hashing content-addressing; do
	keep "advise/$workload.jsonl.gz" advise "$workload" "$@"
done
cryptogap report reference.jsonl.gz --format json | gzip -9nc >"machines/$machine.json.gz"
