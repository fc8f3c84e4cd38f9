//go:build cgo && !nowolf

/* What the tables of this folder are made of. A table is a list of rows X(name, id, built, …), which its file expands
 * to an enum, a union, switches, and what Go reads. */
#ifndef CGW_ROWS_H
#define CGW_ROWS_H

#include "cgw_features.h"
#include "row.h"

/* IF(built, tokens) is the tokens where built is 1, nothing where it is 0. */
#define IF(built, ...) CGW_IF_(built, __VA_ARGS__)
#define CGW_IF_(built, ...) CGW_IF_##built(__VA_ARGS__)
#define CGW_IF_0(...)
#define CGW_IF_1(...) __VA_ARGS__

/* What a list is expanded to: the enum, the union of contexts, of which a row has two, one to work with and one to
 * keep, and a case of a switch, which runs body, a statement, over the context c of the row. Names of rows are pasted
 * where they come in: some are macros of the library. */
#define NAME(name, ...) ROW_##name,
#define CONTEXT(name, id, built, option, type, ...) IF(built, type m_##name[2];)
#define CASE(row, member, built, type, body) IF(built, CGW_CASE_(row, member, type, body))
#define CGW_CASE_(row, member, type, body) \
	case row: { \
		type *c = h->c.member; \
		(void)c; \
		body; \
		break; \
	}

/* BOTH is what the second of two calls returns, or the first where that failed. */
#define BOTH(first, second) ((rc = (first)) != 0 ? rc : (second))

/* none stands in a row for a function that there is no need of. */
static inline int none(void)
{
	return 0;
}

#endif
