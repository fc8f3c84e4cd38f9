package wolfSSL

// #include <wolfssl/options.h>
// #include <wolfssl/wolfcrypt/hmac.h>
// #include <wolfssl/wolfcrypt/pwdbased.h>
import "C"

import "unsafe"

type Hmac = C.struct_Hmac

func Wc_HmacInit(hmac *Hmac, heap unsafe.Pointer, devId int) int {
	return int(C.wc_HmacInit(hmac, heap, C.int(devId)))
}

func Wc_HmacFree(hmac *Hmac) { C.wc_HmacFree(hmac) }

func Wc_HmacSetKey(hmac *Hmac, hash int, key []byte, keySz int) int {
	if short(keySz, key) {
		return badArgument
	}
	return int(C.wc_HmacSetKey(hmac, C.int(hash), at(key), u32(keySz)))
}

func Wc_HmacUpdate(hmac *Hmac, in []byte, inSz int) int {
	if short(inSz, in) {
		return badArgument
	}
	return int(C.wc_HmacUpdate(hmac, at(in), u32(inSz)))
}

func Wc_HmacFinal(hmac *Hmac, out []byte) int {
	if len(out) == 0 {
		return badArgument
	}
	return int(C.wc_HmacFinal(hmac, at(out)))
}

func Wc_HKDF(hashType int, inputKey []byte, inputKeySz int, salt []byte, saltSz int, info []byte, infoSz int, out []byte, outSz int) int {
	if short(inputKeySz, inputKey) || short(saltSz, salt) || short(infoSz, info) || short(outSz, out) || len(out) == 0 {
		return badArgument
	}
	return int(C.wc_HKDF(C.int(hashType), at(inputKey), u32(inputKeySz), at(salt), u32(saltSz), at(info), u32(infoSz), at(out), u32(outSz)))
}

func Wc_PBKDF2(out []byte, pwd []byte, pLen int, salt []byte, saltLen int, iter int, kLen int, typeH int) int {
	if short(pLen, pwd) || short(saltLen, salt) || short(kLen, out) || iter <= 0 {
		return badArgument
	}
	return int(C.wc_PBKDF2(at(out), at(pwd), C.int(pLen), at(salt), C.int(saltLen), C.int(iter), C.int(kLen), C.int(typeH)))
}
