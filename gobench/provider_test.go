package gobench

import (
	"testing"

	"cryptogap/compare/provider/providertest"
)

func TestProvider(t *testing.T) { providertest.Run(t, New()) }

func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }
