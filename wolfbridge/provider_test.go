package wolfbridge

import (
	"testing"

	"cryptogap/compare/provider/providertest"
)

func TestProvider(t *testing.T) { providertest.Run(t, New(), providertest.NoAllocs()) }

func TestLeadingZeros(t *testing.T) { providertest.LeadingZeros(t, New()) }
