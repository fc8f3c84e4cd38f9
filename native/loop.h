/* The monotonic clock and the timing loop that every shim uses.
 *
 * CLOCK_MONOTONIC is what Go's time.Now measures intervals with on Linux, so
 * durations taken on both sides of the cgo call can be compared.
 */
#ifndef CRYPTOGAP_LOOP_H
#define CRYPTOGAP_LOOP_H

#include <stdint.h>
#include <time.h>

#include "status.h"

static inline int64_t cg_now(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + (int64_t)ts.tv_nsec;
}

/* CG_LOOP runs the statement `body` n times and leaves the nanoseconds that
 * took in *ns, or reads no clock where ns is NULL. It is a macro so that the
 * timed region has no indirect call. body sets the int64_t lvalue `status`; the loop ends
 * at the first that is not CG_OK, so that no failing call is ever timed as
 * work. */
#define CG_LOOP(n, ns, status, body) \
	do { \
		const int64_t cg_start_ = (ns) ? cg_now() : 0; \
		(status) = CG_OK; \
		for (int64_t cg_i_ = 0; cg_i_ < (n); cg_i_++) { \
			body; \
			if ((status) != CG_OK) \
				break; \
		} \
		if (ns) \
			*(ns) = cg_now() - cg_start_; \
	} while (0)

#endif
