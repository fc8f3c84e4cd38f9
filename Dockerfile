# syntax=docker/dockerfile:1
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   docker build --build-arg VERSION="$(git describe --always --dirty)" -t cryptogap .     the image
#   docker run --rm --read-only --cap-drop ALL cryptogap                                   the default table
#   mkdir -p results && docker run --rm --user "$(id -u):$(id -g)" -v "$PWD/results:/results" cryptogap run --format html -o gaps.html
#   docker build --build-arg LIBRARIES="LIBGCRYPT_VERSION=1.11.0 CC=clang" .               other builds of the libraries
#   docker build --target test .                                                           the tests
#
# Nothing here names an architecture: each builds itself, by --platform. "make docker-check" builds and runs this file
# without a Docker engine.

FROM golang:1.26-trixie AS native
# What native/build.sh reads from the environment: LIBRARY_VERSION, CC, CFLAGS, …
ARG LIBRARIES=
ENV CRYPTOGAP_CACHE=/opt/cryptogap FALLBACK=no
WORKDIR /src
# Only what decides the libraries' build: a change to Go code leaves this layer as it is.
COPY native/build.sh native/versions.lock native/
COPY native/build native/build
COPY native/libraries native/libraries
RUN env $LIBRARIES native/build.sh build

FROM native AS source
COPY go.mod go.sum ./
RUN go mod download
COPY . .

FROM source AS test
ARG LIBRARIES
RUN --mount=type=cache,target=/root/.cache/go-build env $LIBRARIES make test-unit test-vet test-builds

FROM source AS build
ARG LIBRARIES
ARG VERSION=devel
# Static, so that the final image needs no system around the binary; compiled packages are kept from one build to the next.
RUN --mount=type=cache,target=/root/.cache/go-build env $LIBRARIES make static VERSION="$VERSION" && \
    .ci/install.sh bin/cryptogap /out/usr && \
    install -d /out/usr/share/licenses/cryptogap && \
    install -m 644 LICENSE /out/usr/share/licenses/cryptogap/ && \
    for prefix in $(env $LIBRARIES native/build.sh where); do cp -r "$prefix/share/licenses" /out/usr/share/; done && \
    install -d -m 1777 /out/results

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
