package gobench

import (
	"testing"

	"cryptogap/compare/provider/providertest"
)

func TestProvider(t *testing.T) { providertest.Run(t, New()) }

func TestVectors(t *testing.T) {
	providertest.Vectors(t, New(), map[string]providertest.Exception{
		"chacha20-last-blocks": providertest.Refuses, // it goes two bytes past the last block
	})
}

func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }
