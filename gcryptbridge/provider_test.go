package gcryptbridge

import (
	"testing"

	"cryptogap/compare/provider/providertest"
)

// TestProvider is the suite that every provider passes. A build without the
// library passes it too: it has to say so everywhere.
func TestProvider(t *testing.T) { providertest.Run(t, New(), providertest.NoAllocs()) }

// TestLeadingZeros is where libgcrypt's numbers lose bytes.
func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }

func TestVectors(t *testing.T) {
	providertest.Vectors(t, New(), map[string]providertest.Exception{
		"scrypt-rfc7914-1": providertest.Refuses, // r = 1, which the binding does not offer
	})
}
