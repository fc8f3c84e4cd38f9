package catalog

// Group returns the safe prime p, as wide as the group, and the generator g of the
// Diffie–Hellman group that the algorithm with the given ID works in (RFC
// 7919 appendix A), big-endian.
func Group(id string) (p, g []byte, ok bool) {
	switch id {
	case "dh-ffdhe2048":
		return unhex(ffdhe2048), []byte{2}, true
	case "dh-ffdhe3072":
		return unhex(ffdhe3072), []byte{2}, true
	}
	return nil, nil, false
}

// The primes of RFC 7919 appendices A.1 and A.2. A test computes them from the
// formula given there.
const (
	ffdhe2048 = "" +
		"ffffffffffffffffadf85458a2bb4a9aafdc5620273d3cf1d8b9c583ce2d3695" +
		"a9e13641146433fbcc939dce249b3ef97d2fe363630c75d8f681b202aec4617a" +
		"d3df1ed5d5fd65612433f51f5f066ed0856365553ded1af3b557135e7f57c935" +
		"984f0c70e0e68b77e2a689daf3efe8721df158a136ade73530acca4f483a797a" +
		"bc0ab182b324fb61d108a94bb2c8e3fbb96adab760d7f4681d4f42a3de394df4" +
		"ae56ede76372bb190b07a7c8ee0a6d709e02fce1cdf7e2ecc03404cd28342f61" +
		"9172fe9ce98583ff8e4f1232eef28183c3fe3b1b4c6fad733bb5fcbc2ec22005" +
		"c58ef1837d1683b2c6f34a26c1b2effa886b423861285c97ffffffffffffffff"

	ffdhe3072 = "" +
		"ffffffffffffffffadf85458a2bb4a9aafdc5620273d3cf1d8b9c583ce2d3695" +
		"a9e13641146433fbcc939dce249b3ef97d2fe363630c75d8f681b202aec4617a" +
		"d3df1ed5d5fd65612433f51f5f066ed0856365553ded1af3b557135e7f57c935" +
		"984f0c70e0e68b77e2a689daf3efe8721df158a136ade73530acca4f483a797a" +
		"bc0ab182b324fb61d108a94bb2c8e3fbb96adab760d7f4681d4f42a3de394df4" +
		"ae56ede76372bb190b07a7c8ee0a6d709e02fce1cdf7e2ecc03404cd28342f61" +
		"9172fe9ce98583ff8e4f1232eef28183c3fe3b1b4c6fad733bb5fcbc2ec22005" +
		"c58ef1837d1683b2c6f34a26c1b2effa886b4238611fcfdcde355b3b6519035b" +
		"bc34f4def99c023861b46fc9d6e6c9077ad91d2691f7f7ee598cb0fac186d91c" +
		"aefe130985139270b4130c93bc437944f4fd4452e2d74dd364f2e21e71f54bff" +
		"5cae82ab9c9df69ee86d2bc522363a0dabc521979b0deada1dbf9a42d5c4484e" +
		"0abcd06bfa53ddef3c1b20ee3fd59d7c25e41d2b66c62e37ffffffffffffffff"
)
