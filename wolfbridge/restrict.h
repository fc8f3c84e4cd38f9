//go:build cgo && !nowolf

#ifndef CGW_RESTRICT_H
#define CGW_RESTRICT_H

/* CPU features are named as in provider.Features. */

/* cgw_restrictable says whether the library has switches: 1, 0, or -1 where it needs none, since it has no code to
 * switch off. */
int cgw_restrictable(void);

/* cgw_uses says whether the library has found a feature that it has a switch for. */
int cgw_uses(const char *feature);

/* cgw_restrict makes the library do without a feature, if it has a switch for it. It must be called before any of its
 * parts takes a copy of the flags. */
void cgw_restrict(const char *feature);

#endif
