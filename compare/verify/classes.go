package verify

import (
	"math/bits"

	"cryptogap/compare/catalog"
)

// classes are the classes of inputs that a search has seen: what it covers is told by their number, and what it has still to
// cover by how often a new one comes.
type classes struct {
	seen  map[class]bool
	first []int // inputs that were the first of a class
	n     int   // inputs
}

// A class is a value of one thing about an input.
type class struct {
	of    classOf
	value int
}

type classOf int

const (
	ofResidue classOf = iota // message length modulo the block, short and long ones apart
	ofSize                   // bits of the message length
	ofContent                // all zeros, all ones, zeros in front
	ofKey
	ofNonce
	ofTag
	ofAssociated
	ofOutput
	ofSalt
	ofInfo
	ofContext
	ofCost
	ofPeer  // which hostile value
	ofDoing // effort, tampering, hostile values, who made the key
)

func newClasses() *classes { return &classes{seen: make(map[class]bool)} }

// add counts an input.
func (s *classes) add(t draft) {
	before := len(s.seen)
	note := func(of classOf, value int) { s.seen[class{of, value}] = true }
	a, in := t.c.Algorithm, t.in
	block := max(a.BlockLen, 1)
	if block == 1 {
		block = 64
	}
	n := len(in.Message)
	note(ofResidue, 3*(n%block)+min(n/block/2, 2))
	note(ofSize, bits.Len(uint(n)))
	note(ofContent, content(in.Message))
	note(ofNonce, len(in.Nonce))
	note(ofTag, a.TagLen)
	note(ofAssociated, min(len(in.AAD), 34))
	note(ofContext, bits.Len(uint(len(in.Context))))
	note(ofPeer, t.chosen)
	note(ofCost, bits.Len(uint(t.c.Cost)))
	switch a.Kind {
	case catalog.KindKDF, catalog.KindMAC:
		note(ofKey, min(len(in.Key), 130))
		note(ofSalt, min(len(in.Salt), 66))
		note(ofInfo, min(len(in.Info), 66))
	default:
		note(ofKey, content(in.Key))
	}
	if a.Kind == catalog.KindKDF || a.Kind == catalog.KindXOF {
		note(ofOutput, min(a.OutLen, 2*block+2))
	}
	doing := len(t.effort.calls)
	for i, yes := range []bool{t.tamper, t.between, t.effort.spread, t.effort.last, t.hostile != nil, t.refuse.invalid, in.Random != nil} {
		if yes {
			note(ofDoing, 100+i)
		}
	}
	note(ofDoing, doing)
	if t.hostile != nil {
		note(ofDoing, 1000+content(t.hostile))
	}
	if len(s.seen) > before {
		s.first = append(s.first, s.n)
	}
	s.n++
}

// content tells values apart in which implementations go wrong.
func content(p []byte) int {
	switch {
	case len(p) == 0:
		return 0
	case p[0] == 0 && p[len(p)-1] == 0:
		return 1
	case p[0] == 0xff && p[len(p)-1] == 0xff:
		return 2
	case p[0] == 0:
		return 3
	case p[len(p)-1] == 0:
		return 4
	}
	return 5
}

func (s *classes) count() int { return len(s.seen) }

// fresh is the share of the second half of the inputs that were the first of a class; 1 where there is none.
func (s *classes) fresh() float64 {
	half, fresh := s.n/2, 0
	if s.n == 0 {
		return 1
	}
	for _, i := range s.first {
		if i >= half {
			fresh++
		}
	}
	return float64(fresh) / float64(s.n-half)
}
