//go:build cgo && !nowolf

#ifndef CGW_LIBRARY_H
#define CGW_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/* cgw_init makes the library ready; it is called once, before anything else. What the library
 * allocates is moved by the displacement. */
int64_t cgw_init(size_t displacement);

/* cgw_words is the library's name for its error number. */
const char *cgw_words(int code);

#endif
