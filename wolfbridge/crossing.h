//go:build cgo && !nowolf

#ifndef CGW_CROSSING_H
#define CGW_CROSSING_H

#include <stdint.h>

/* cgw_crossing does nothing, n times. */
int64_t cgw_crossing(int64_t n, int64_t *ns);

#endif
