# Four stages: Easel's packages without what it never reads, an ffmpeg with only what Easel calls, Node.js, and the image.
#
# The bases follow Debian 13, whose glibc is 2.41: older ones can lose a wake-up of Node's threads, and a store would stand
# still. To build the same image again later, pin both by digest. `docker buildx imagetools inspect node:24-trixie-slim`
# prints it; write it after the tag: `node:24-trixie-slim@sha256:…`. .github/renovate.json does so on a forge.
FROM node:24-trixie-slim AS node

FROM node AS packages
WORKDIR /easel
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY test/image/prune-modules.ts ./
RUN node prune-modules.ts node_modules

# From Debian's source, with Debian's security fixes: 10 MB, where Debian's own package needs 475. It opens files and
# nothing else. `libx264.so` is removed so that x264 becomes a part of the program.
FROM debian:trixie-slim AS ffmpeg
WORKDIR /build
RUN sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources && apt-get update && \
    apt-get install --yes --no-install-recommends \
      dpkg-dev gcc libc6-dev libdav1d-dev libx264-dev make nasm patch pkg-config xz-utils zlib1g-dev && \
    rm /usr/lib/*/libx264.so && apt-get source ffmpeg
RUN cd ffmpeg-* && ./configure \
      --toolchain=hardened --disable-everything --disable-autodetect --disable-network --disable-avdevice --disable-doc \
      --disable-debug --disable-ffplay --disable-ffprobe --pkg-config-flags=--static --enable-gpl --enable-pthreads \
      --enable-zlib --enable-libx264 --enable-libdav1d --enable-protocol=file --enable-demuxer=mov,matroska \
      --enable-muxer=mp4,mjpeg,image2,null --enable-encoder=libx264,aac,mjpeg,png \
      --enable-decoder=h264,hevc,vp8,vp9,libdav1d,mpeg4,aac,mp3,opus,vorbis,flac,pcm_s16le \
      --enable-parser=h264,hevc,vp8,vp9,av1,mpeg4video,aac,mpegaudio,opus,vorbis \
      --enable-bsf=h264_mp4toannexb,hevc_mp4toannexb,aac_adtstoasc,extract_extradata,vp9_superframe_split \
      --enable-filter=scale,setsar,fps,thumbnail,format,aformat,aresample,concat && \
    make --jobs="$(nproc)" ffmpeg

FROM debian:trixie-slim
# TMPDIR: checks of backups work on a copy of the store, for which memory would be too small.
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    STORE_URL_DEFAULT=sqlite:///data/easel.sqlite \
    MEDIA_FOLDER=/data/results \
    TMPDIR=/data \
    HEALTH_PORT=8080
WORKDIR /easel
# What ffmpeg reads AV1 with, and what Node.js is linked with.
RUN apt-get update && apt-get install --yes --no-install-recommends libdav1d7 libstdc++6 && rm -rf /var/lib/apt/lists/*
RUN install --directory --mode=700 --owner=1000 --group=1000 /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=ffmpeg /build/ffmpeg-*/ffmpeg /usr/local/bin/ffmpeg
COPY --from=packages /easel/node_modules node_modules
COPY package.json LICENSE ./
COPY src src
COPY commands commands
# A number, because Kubernetes can't tell whether a name is root's.
USER 1000:1000
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD \
    ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process that gets the signals. A stop waits up to 76 s for the answers to creates that were sent, which may be
# paid for: run it with --stop-timeout 80 (stop_grace_period, terminationGracePeriodSeconds), not the usual 10 s.
CMD ["node", "src/main.ts"]
