package wolfbridge

import "cryptogap/compare/provider"

// info describes the library; missing is why it is not in this build.
func info(missing error) provider.Info {
	i := provider.Info{Title: "wolfCrypt", License: "GPL-3.0-or-later"}
	if missing != nil {
		i.Missing = missing.Error()
		return i
	}
	describe(&i)
	return i
}
