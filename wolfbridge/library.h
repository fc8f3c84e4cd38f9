//go:build cgo && !nowolf

#ifndef CGW_LIBRARY_H
#define CGW_LIBRARY_H

#include <stdint.h>

/* cgw_init makes the library ready; it is called once, before anything else. */
int64_t cgw_init(void);

/* cgw_words is the library's name for its error number. */
const char *cgw_words(int code);

#endif
