package gcryptbridge

import (
	"strings"
	"testing"

	"cryptogap/compare/provider/providertest"
)

// TestProvider is the suite that every provider passes. A build without the
// library passes it too: it has to say so everywhere.
func TestProvider(t *testing.T) { providertest.Run(t, New(), providertest.NoAllocs()) }

// TestLeadingZeros is where libgcrypt's numbers lose bytes.
func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }

// TestVectors lists what libgcrypt does otherwise than the standards.
func TestVectors(t *testing.T) {
	p := New()
	except := map[string]providertest.Exception{
		"pbkdf2-empty-salt": providertest.Refuses,
		"scrypt-rfc7914-1":  providertest.Refuses, // r = 1
	}
	version := p.Info().Version
	oldest := strings.HasPrefix(version, "1.10.")
	if oldest || strings.HasPrefix(version, "1.11.") {
		except["ed25519-s-plus-l"] = providertest.Differs // accepted until 1.12.3
	}
	if oldest {
		except["ed25519-small-order"] = providertest.Aborts
	}
	providertest.Vectors(t, p, except)
}
