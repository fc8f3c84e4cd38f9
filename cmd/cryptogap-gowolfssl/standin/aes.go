package wolfSSL

/*
#include <stdlib.h>

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/aes.h>

static Aes *aes_alloc(void)
{
	void *p;

	return posix_memalign(&p, 16, sizeof(Aes)) == 0 ? p : NULL;
}
*/
import "C"

import "unsafe"

const (
	AES_IV_SIZE    = int(C.AES_IV_SIZE)
	AES_BLOCK_SIZE = int(C.AES_BLOCK_SIZE)
	AES_ENCRYPTION = int(C.AES_ENCRYPTION)
	AES_DECRYPTION = int(C.AES_DECRYPTION)
)

type Aes = C.struct_Aes

func Wc_AesAllocAligned() *Aes { return C.aes_alloc() }

func Wc_AesFreeAllocAligned(aes *Aes) { C.free(unsafe.Pointer(aes)) }

func Wc_AesInit(aes *Aes, heap []byte, devId int) int {
	return int(C.wc_AesInit(aes, nil, C.int(devId)))
}

func Wc_AesFree(aes *Aes) { C.wc_AesFree(aes) }

func Wc_AesSetKey(aes *Aes, key []byte, length int, iv []byte, dir int) int {
	if len(key) == 0 || short(length, key) {
		return badArgument
	}
	return int(C.wc_AesSetKey(aes, at(key), u32(length), at(iv), C.int(dir)))
}

func Wc_AesCbcEncrypt(aes *Aes, out []byte, in []byte, sz int) int {
	if short(sz, in) || short(sz, out) {
		return badArgument
	}
	if sz == 0 {
		return 0
	}
	return int(C.wc_AesCbcEncrypt(aes, at(out), at(in), u32(sz)))
}

func Wc_AesCbcDecrypt(aes *Aes, out []byte, in []byte, sz int) int {
	if short(sz, in) || short(sz, out) {
		return badArgument
	}
	if sz == 0 {
		return 0
	}
	return int(C.wc_AesCbcDecrypt(aes, at(out), at(in), u32(sz)))
}

func Wc_AesGcmSetKey(aes *Aes, key []byte, length int) int {
	if len(key) == 0 || short(length, key) {
		return badArgument
	}
	return int(C.wc_AesGcmSetKey(aes, at(key), u32(length)))
}

func Wc_AesGcmEncrypt(aes *Aes, outCipher, inPlain, inIv, outAuthTag, inAAD []byte) int {
	if len(inIv) == 0 || len(outAuthTag) == 0 || len(outCipher) < len(inPlain) {
		return badArgument
	}
	return int(C.wc_AesGcmEncrypt(aes, at(outCipher), at(inPlain), u32(len(inPlain)),
		at(inIv), u32(len(inIv)), at(outAuthTag), u32(len(outAuthTag)), at(inAAD), u32(len(inAAD))))
}

func Wc_AesGcmDecrypt(aes *Aes, outPlain, inCipher, inIv, inAuthTag, inAAD []byte) int {
	if len(inIv) == 0 || len(inAuthTag) == 0 || len(outPlain) < len(inCipher) {
		return badArgument
	}
	return int(C.wc_AesGcmDecrypt(aes, at(outPlain), at(inCipher), u32(len(inCipher)),
		at(inIv), u32(len(inIv)), at(inAuthTag), u32(len(inAuthTag)), at(inAAD), u32(len(inAAD))))
}
