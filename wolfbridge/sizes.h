//go:build cgo && !nowolf

#ifndef CGW_SIZES_H
#define CGW_SIZES_H

#include <stddef.h>

/* cgw_sizes works with each of the library's types whose size depends on how it was
 * built, in memory with a guard behind it. It returns the name of the first that the library
 * takes for larger than our headers do, which is what headers of another build lead to, or NULL.
 * The sizes are taken for `less` bytes smaller than they are: 0, but in the test of this. */
const char *cgw_sizes(size_t less);

#endif
