module github.com/wolfssl/go-wolfssl

go 1.26.0
