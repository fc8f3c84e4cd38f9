package gcryptbridge

import "cryptogap/compare/provider"

// info describes the library; missing is why it is not in this build.
func info(missing error) provider.Info {
	i := provider.Info{Title: "libgcrypt", License: "LGPL-2.1-or-later"}
	if missing != nil {
		i.Missing = missing.Error()
		return i
	}
	describe(&i)
	return i
}
