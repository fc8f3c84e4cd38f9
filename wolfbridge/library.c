//go:build cgo && !nowolf

#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/wc_port.h>

#include "library.h"
#include "status.h"

int64_t cgw_init(void)
{
	int rc = wolfCrypt_Init();

	return rc == 0 ? CG_OK : cg_lib(rc);
}

const char *cgw_words(int code)
{
	return wc_GetErrorString(code);
}
