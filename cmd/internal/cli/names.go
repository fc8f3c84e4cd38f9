package cli

import (
	"slices"
	"strings"
	"unicode"
)

// meant returns the suite, or the IDs of the algorithms, that a user means: the one of that name, the only one that is written so
// without case and punctuation (SHA-256), or a family's (rsa, hmac-sha3, aes-gcm). It returns nothing where there is none.
func meant(name string) (suite string, ids []string) {
	suites, all := suiteNames(), algorithmIDs()
	switch {
	case slices.Contains(suites, name):
		return name, nil
	case slices.Contains(all, name):
		return "", []string{name}
	}
	asked := words(name)
	plain := strings.Join(asked, "")
	if plain == "" {
		return "", nil
	}
	for _, s := range suites {
		if s == plain {
			return s, nil
		}
	}
	var family []string
	for _, id := range all {
		there := words(id)
		if strings.Join(there, "") == plain {
			ids = append(ids, id)
		}
		if inFamily(asked, plain, there) {
			family = append(family, id)
		}
	}
	if len(ids) == 1 {
		return "", ids
	}
	return "", family
}

// inFamily says whether the words of an ID begin with what was asked for, whole words of it, or have its words in their order,
// the first being the first, and the last the last.
func inFamily(asked []string, plain string, id []string) bool {
	for i := range id {
		if strings.Join(id[:i+1], "") == plain {
			return true
		}
	}
	if asked[0] != id[0] || asked[len(asked)-1] != id[len(id)-1] {
		return false
	}
	for _, w := range id {
		if len(asked) > 0 && w == asked[0] {
			asked = asked[1:]
		}
	}
	return len(asked) == 0
}

// words are the parts of a name, in lower case.
func words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
