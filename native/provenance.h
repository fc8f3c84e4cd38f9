/* What the project's own build wrote about a library, as build/compile.sh names it. A bridge defines
 * CG_PROVENANCE(field) first: the macro of its library's header, or "" where another build has none. */
#ifndef CG_PROVENANCE_H
#define CG_PROVENANCE_H

#define CG_BUILD_SHA256 CG_PROVENANCE(SHA256)
#define CG_BUILD_SOURCE CG_PROVENANCE(SOURCE)
#define CG_BUILD_CONFIGURE CG_PROVENANCE(CONFIGURE)
#define CG_BUILD_COMPILER CG_PROVENANCE(COMPILER)
#define CG_BUILD_CFLAGS CG_PROVENANCE(CFLAGS)
#define CG_BUILD_KEY CG_PROVENANCE(KEY)
#define CG_BUILD_NOTE CG_PROVENANCE(NOTE)

#endif
