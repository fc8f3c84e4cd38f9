# SPDX-License-Identifier: GPL-3.0-or-later
#
#   docker build -t cryptogap .                                    the image
#   docker run --rm --read-only --cap-drop ALL cryptogap           the default table
#   docker run --rm -v "$PWD:/results" --user "$(id -u)" cryptogap run --format json -o gaps.json
#   docker build --target test .                                   the tests
#
# Nothing here names an architecture: each builds itself, by --platform. "make docker-check" builds and runs this file
# without a Docker engine.

# Versions that native/versions.lock pins. Named, so that an image never holds another version than its labels say.
ARG WOLFSSL_VERSION=5.9.2
ARG LIBGCRYPT_VERSION=1.12.4

FROM golang:1.26-trixie AS native
ARG WOLFSSL_VERSION
ARG LIBGCRYPT_VERSION
ENV WOLFSSL_VERSION=${WOLFSSL_VERSION} LIBGCRYPT_VERSION=${LIBGCRYPT_VERSION} CRYPTOGAP_CACHE=/opt/cryptogap
WORKDIR /src
# Only what decides the libraries' build: a change to Go code leaves this layer as it is.
COPY native/build.sh native/versions.lock native/
RUN native/build.sh build

FROM native AS source
COPY go.mod go.sum ./
RUN go mod download
COPY . .

FROM source AS test
RUN --mount=type=cache,target=/root/.cache/go-build make test-unit test-vet test-builds

FROM source AS build
# Static, so that the final image needs no system around the binary; compiled packages are kept from one build to the next.
RUN --mount=type=cache,target=/root/.cache/go-build make static && \
    install -D -t /out/usr/bin bin/cryptogap && \
    cp -r bin/cryptogap.layouts /out/usr/bin/ && \
    install -d /out/usr/share/licenses/cryptogap && \
    install -m 644 LICENSE /out/usr/share/licenses/cryptogap/ && \
    for prefix in $(native/build.sh where); do cp -r "$prefix/share/licenses" /out/usr/share/; done && \
    install -d -m 1777 /out/results

FROM scratch
ARG VERSION=devel
ARG WOLFSSL_VERSION
ARG LIBGCRYPT_VERSION
LABEL org.opencontainers.image.title="cryptogap" \
      org.opencontainers.image.description="the gap between Go's crypto and wolfCrypt's and libgcrypt's" \
      org.opencontainers.image.licenses="GPL-3.0-or-later" \
      org.opencontainers.image.version="${VERSION}" \
      cryptogap.wolfssl.version="${WOLFSSL_VERSION}" \
      cryptogap.libgcrypt.version="${LIBGCRYPT_VERSION}"
COPY --from=build /out/ /
USER 65532:65532
WORKDIR /results
ENTRYPOINT ["/usr/bin/cryptogap"]
CMD ["run"]
