//go:build cgo && !nowolf

#ifndef CGW_LIBRARY_H
#define CGW_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/* cgw_init makes the library ready; it is called once, before anything else. */
int64_t cgw_init(void);

/* cgw_words is the library's name for its error number. */
const char *cgw_words(int code);

/* cgw_larger names a type that the library takes for larger than our headers do, which is what headers of another build
 * lead to, or is NULL. The headers' sizes are taken for `less` bytes smaller than they are: 0, but in the test of this.
 */
const char *cgw_larger(size_t less);

#endif
