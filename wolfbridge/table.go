//go:build cgo && !nowolf

package wolfbridge

/*
#include "cgw_features.h"
#include "hash.h"
#include "row.h"
*/
import "C"

import (
	"cmp"
	"fmt"
	"strings"
	"unsafe"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/provider/bridge"
)

// A row is one of a table in C: an algorithm of this library.
type row struct {
	id     string
	alg    C.int     // its place in the table
	absent error     // why this build lacks it; nil if it does not
	how    [5]string // the functions of the kind's operations; "": the row has no such operation
	hash   C.int     // wolfCrypt's number for the hash
	// The only lengths that the functions take, unseen; 0: they check what they are given.
	key, nonce, out int
	priv, pub       int // lengths of encoded keys
	takes           bridge.Params
}

// table reads a table and puts a row for each length of key, or each hash, in the place of one whose ID has a *.
func table(first *C.struct_cgw_row) []row {
	var rows []row
	for i, at := 0, first; at.id != nil; i++ {
		r := row{
			id: C.GoString(at.id), alg: C.int(i), absent: needs(at.built, C.GoString(at.option)), hash: at.hash,
			key: int(at.key), nonce: int(at.nonce), out: int(at.out), priv: int(at.priv), pub: int(at.pub),
		}
		for set, param := range map[C.int]bridge.Params{
			C.CGW_TAKES_CONTEXT: bridge.Context, C.CGW_TAKES_RANDOM: bridge.Random, C.CGW_TAKES_TAG: bridge.TagLen, C.CGW_TAKES_HASH: bridge.Hash,
		} {
			if at.takes&set != 0 {
				r.takes |= param
			}
		}
		for op, how := range at.how {
			r.how[op] = C.GoString(how)
		}
		rows = append(rows, r.variants()...)
		at = (*C.struct_cgw_row)(unsafe.Add(unsafe.Pointer(at), unsafe.Sizeof(*at)))
	}
	return rows
}

// variants are the rows that the * of an ID stands for, as far as the catalogue asks for them.
func (r row) variants() []row {
	head, tail, some := strings.Cut(r.id, "*")
	if !some {
		return []row{r}
	}
	var rows []row
	add := func(word string, absent error, hash row) {
		v := r
		v.id = head + word + tail
		v.absent = cmp.Or(absent, r.absent)
		v.hash, v.out = hash.hash, hash.out
		if _, ok := catalog.Find(v.id); ok {
			rows = append(rows, v)
		}
	}
	switch {
	case strings.HasPrefix(head, "rsa-"):
		for _, bits := range []string{"2048", "3072", "4096"} {
			add(bits, nil, r)
		}
	case strings.HasPrefix(head, "camellia-"):
		for _, k := range aesKeys {
			add(k.bits, nil, r)
		}
	case strings.Contains(head, "aes-"):
		for _, k := range aesKeys {
			add(k.bits, needs(k.built, k.bits+"-bit AES keys (no NO_AES_"+k.bits+")"), r)
		}
	default:
		for _, d := range table(C.cgw_hashes) {
			add(d.id, cmp.Or(d.absent, r.absent, d.keyed()), d)
		}
	}
	return rows
}

// aesKeys are the key lengths of AES, which a build can leave out one by one.
var aesKeys = []struct {
	bits  string
	built C.int
}{{"128", C.CGW_AES_128}, {"192", C.CGW_AES_192}, {"256", C.CGW_AES_256}}

// needs says what a build of wolfSSL would have to be configured with; nil where built is 1.
func needs(built C.int, option string) error {
	if built != 0 {
		return nil
	}
	return fmt.Errorf("%w: it takes a wolfSSL configured with %s", provider.ErrNotBuilt, option)
}

// An opener makes an operation of a row ready.
type opener func(row, catalog.Case, catalog.Inputs) (*bridge.Routine, error)

// offers are the rows of a kind, whose openers stand in the order in which a row has its functions.
func offers(rows []row, open opener, ops ...catalog.Operation) []bridge.Row {
	var all []bridge.Row
	for _, r := range rows {
		a, _ := catalog.Find(r.id)
		for i, op := range ops {
			if r.how[i] != "" && a.Has(op) {
				all = append(all, r.offer(op, r.absent, r.how[i], open))
			}
		}
	}
	return all
}

// offer is the row of one operation. absent says why this library lacks it.
func (r row) offer(op catalog.Operation, absent error, how string, open opener) bridge.Row {
	b := bridge.Row{Algorithm: r.id, Ops: []catalog.Operation{op}, Takes: r.takes, Absent: absent}
	if absent == nil {
		b.How = how
		b.Open = func(c catalog.Case, in catalog.Inputs) (*bridge.Routine, error) { return open(r, c, in) }
	}
	return b
}
