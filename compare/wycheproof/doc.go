// Package wycheproof puts the public test vectors of Project Wycheproof
// (github.com/c2sp/wycheproof) to the libraries.
//
// [Read] reads one file. [File.Tests] maps each test whose algorithm is in the
// catalogue to one or more questions: cases with their inputs and the right
// answer. [Judge] asks every library and says for each test whether it passed,
// and if not, how: an [Outcome].
//
// What is mapped:
//
//   - authenticated encryption: a valid test is sealed and opened, an invalid one
//     opened. A tag stands behind the ciphertext, as in package catalog.
//   - CBC with PKCS #5 padding: the padding is added here, so that CBC itself is
//     asked. Tests of wrong padding are none of the catalogue's.
//   - XTS: an initial value shorter than 16 bytes is filled up with zeros.
//   - MACs: the tag of a test may be the beginning of the library's.
//   - ECDSA: signatures are r then s. The digest is made here and cut to the width of
//     the curve (FIPS 186-5 section 6.4.1).
//   - RSA: keys become PKCS #1; hash, mask generation function and salt are the test's.
//   - ML-KEM: encapsulation with the test's randomness, where the library takes it;
//     elsewhere encapsulation for the test's key. A key pair is tested by encapsulating
//     for its public key and decapsulating with its seed.
//   - ML-DSA: signing from the seed, deterministic or with the randomness of the test, and verification.
//
// Keys and signatures in DER, PEM and JWK are not mapped, since parsing them is not
// what is compared.
package wycheproof
