# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154 # read and set by build.sh, which names each variable
# libgcrypt needs it; nothing of it is measured.
provider=''
bridge=''
tag=''
needs=''
module=gpg-error
linked=gpg-error
header=gpg-error.h
license=LGPL-2.1-or-later
debian=libgpg-error-dev
tools='bzip2:bzip2'

options() { printf '%s ' --enable-static --disable-shared --disable-doc --disable-languages; }

recipe() {
	configure
	step make
	make -j"$jobs" -C src
	step install
	make -C src DESTDIR="$stage" install
	install -D -m 644 -t "$stage$prefix/share/licenses/libgpg-error" COPYING COPYING.LIB
}
