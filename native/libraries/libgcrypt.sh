# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154 # read and set by build.sh, which names each variable
provider=libgcrypt
bridge=gcryptbridge
tag=nogcrypt
needs=libgpg-error
module=libgcrypt
linked=gcrypt
header=gcrypt.h
license=LGPL-2.1-or-later
debian=libgcrypt20-dev
tools='bzip2:bzip2'

options() { printf '%s ' --enable-static --disable-shared --disable-doc; }

recipe() {
	# Named outright: configure's own search finds the system's libgpg-error before the one that it is given by prefix.
	export GPGRT_CONFIG="$base_prefix/bin/gpgrt-config"
	configure --with-libgpg-error-prefix="$base_prefix"
	step make
	for part in compat mpi cipher random src; do
		make -j"$jobs" -C "$part"
	done
	make -j"$jobs" -C tests bench-slope benchmark
	step install
	make -C src DESTDIR="$stage" install
	install -D tests/bench-slope "$stage$prefix/bin/bench-slope"
	install -D tests/benchmark "$stage$prefix/bin/libgcrypt-benchmark"
	for file in COPYING COPYING.LIB LICENSES; do
		[[ ! -e $file ]] || install -D -m 644 -t "$stage$prefix/share/licenses/libgcrypt" "$file"
	done
}
