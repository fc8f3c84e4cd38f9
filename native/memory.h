/* Memory for the contexts that shims keep between cgo calls. Go holds it as a
 * uintptr_t, which cgo neither checks nor lets the collector follow. */
#ifndef CRYPTOGAP_MEMORY_H
#define CRYPTOGAP_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What the widest vector loads and stores of the libraries ask for. */
#define CG_ALIGN 64

/* cg_new returns size zeroed bytes at a multiple of CG_ALIGN, or NULL. */
static inline void *cg_new(size_t size)
{
	void *p = NULL;

	if (posix_memalign(&p, CG_ALIGN, size) != 0)
		return NULL;
	return memset(p, 0, size);
}

/* cg_free wipes size bytes at p and frees them; p may be NULL. */
static inline void cg_free(void *p, size_t size)
{
	if (p == NULL)
		return;
	explicit_bzero(p, size);
	free(p);
}

#endif
