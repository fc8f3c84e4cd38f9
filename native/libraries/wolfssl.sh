# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154 # read and set by build.sh, which names each variable
provider=wolfcrypt
bridge=wolfbridge
tag=nowolf
needs=''
module=wolfssl
linked=wolfssl
header=wolfssl/options.h
license=GPL-3.0-or-later
debian=libwolfssl-dev
private=-lm # 5.5 does not name it
tools='autoreconf:autoconf automake:automake libtoolize:libtool gzip:gzip'

options() {
	# The examples are not needed; crypttests is what the benchmark program belongs to. Without FP_ECC: its tables of points
	# already used make repeated operations with one key faster than operations with a new key, as in no other library.
	printf '%s ' --enable-static --disable-shared --disable-examples --enable-all --disable-fpecc
	case $version in
	5.[0-7].*) ;; # does not know it; the flags below are all it stands for
	*) printf '%s ' --enable-all-asm ;;
	esac
	printf '%s ' --enable-sp --enable-sp-asm
	case $machine in
	x86_64) printf '%s ' --enable-intelasm ;;
	aarch64) printf '%s ' --enable-armasm ;;
	esac
	# FIPS 204 and 205 are not part of "all"; 5.7 has drafts of them or nothing.
	case $version in
	5.[0-7].*) ;;
	*) printf '%s ' --enable-mldsa --enable-slhdsa=yes,sha2 ;;
	esac
}

recipe() {
	configure
	step make
	make -j"$jobs" src/libwolfssl.la wolfcrypt/benchmark/benchmark
	step install
	make DESTDIR="$stage" install-libLTLIBRARIES install-nobase_includeHEADERS install-pkgconfigDATA
	mend_pc "$stage$prefix/lib/pkgconfig/wolfssl.pc"
	install -D wolfcrypt/benchmark/benchmark "$stage$prefix/bin/wolfcrypt-benchmark"
	install -D -m 644 -t "$stage$prefix/share/licenses/wolfssl" COPYING LICENSING
}
