#ifndef CRYPTOGAP_GCRYPT_MAC_H
#define CRYPTOGAP_GCRYPT_MAC_H

#include <stddef.h>
#include <stdint.h>

/* The status with which the library would open the MAC algo. */
int64_t cgg_mac_test(int algo);

/* The length of algo's tag. */
size_t cgg_mac_length(int algo);

/* Opens algo under a key. *mac is freed by cgg_mac_close. */
int64_t cgg_mac_open(int algo, const uint8_t *key, size_t key_len, uintptr_t *mac);
void cgg_mac_close(uintptr_t mac);

/* The tag of len bytes at msg under the standing key, n times. */
int64_t cgg_mac_tag(
	uintptr_t mac, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

/* The same where each message has a nonce. */
int64_t cgg_mac_tag_nonce(uintptr_t mac, const uint8_t *nonce, size_t nonce_len, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

/* The same with the key set each time. reset: setting a key does not by itself
 * end the message before. */
int64_t cgg_mac_tag_rekey(uintptr_t mac, const uint8_t *key, size_t key_len, int reset, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

/* An HMAC of the hash interface: its algo is a hash. */
int64_t cgg_hmac_open(int algo, const uint8_t *key, size_t key_len, uintptr_t *hmac);
void cgg_hmac_close(uintptr_t hmac);
int64_t cgg_hmac_tag(
	uintptr_t hmac, const uint8_t *msg, size_t len, uint8_t *out, size_t out_len, int64_t n, int64_t *ns);
int64_t cgg_hmac_tag_rekey(uintptr_t hmac, const uint8_t *key, size_t key_len, const uint8_t *msg, size_t len,
	uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

/* PBKDF2 (RFC 8018 section 5.2) over such an HMAC with tags of tag_len bytes,
 * the key set for each iteration, n times. */
int64_t cgg_hmac_pbkdf2(uintptr_t hmac, size_t tag_len, const uint8_t *key, size_t key_len, const uint8_t *salt,
	size_t salt_len, unsigned long iterations, uint8_t *out, size_t out_len, int64_t n, int64_t *ns);

#endif
