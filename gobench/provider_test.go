package gobench

import (
	"testing"

	"cryptogap/compare/provider/providertest"
)

func TestProvider(t *testing.T) { providertest.Run(t, New()) }

func TestVectors(t *testing.T) {
	providertest.Vectors(t, New(), nil)
}

func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }
