# SPDX-License-Identifier: GPL-3.0-or-later
#
#   docker build -t cryptogap .            the image
#   docker run --rm cryptogap              the default table
#   docker build --target test .           the tests

FROM golang:1.26-trixie AS native
ARG WOLFSSL_VERSION
ARG LIBGCRYPT_VERSION
ENV CRYPTOGAP_CACHE=/opt/cryptogap DEBIAN_FRONTEND=noninteractive
WORKDIR /src
# Only what decides the libraries' build: a change to Go code leaves this layer as it is.
COPY native/build.sh native/versions.lock native/
RUN native/build.sh build && native/build.sh clean archives

FROM native AS source
COPY go.mod go.sum ./
RUN go mod download
COPY . .

FROM source AS test
RUN make test-unit test-vet test-builds

FROM source AS build
# Static, so that the final image needs no system around the binary.
RUN make static && bin/cryptogap version && \
    install -D -t /out/usr/bin bin/cryptogap && \
    for program in $(native/build.sh where | sed 's/.* //' | sed 's,$,/bin/*,'); do install -t /out/usr/bin "$program"; done && \
    mkdir -p /out/usr/share/licenses/cryptogap && cp LICENSE /out/usr/share/licenses/cryptogap/ && \
    install -d -m 1777 /out/tmp /out/results

FROM scratch
ARG VERSION=devel
LABEL org.opencontainers.image.title="cryptogap" \
      org.opencontainers.image.description="the gap between Go's crypto and wolfCrypt's and libgcrypt's" \
      org.opencontainers.image.licenses="GPL-3.0-or-later" \
      org.opencontainers.image.version="${VERSION}"
COPY --from=build /out/ /
USER 65532:65532
WORKDIR /results
ENTRYPOINT ["/usr/bin/cryptogap"]
CMD ["run"]
