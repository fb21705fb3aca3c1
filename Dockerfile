# Two stages: the first installs the runtime dependencies, which bring their binaries; the second holds nothing else.
FROM node:24-bookworm-slim AS install
WORKDIR /easel
COPY package.json package-lock.json ./
# The chart uses echarts' modules in lib; its bundles and types are a third of all that is installed.
RUN npm ci --omit=dev && \
    cd node_modules && rm -r echarts/dist echarts/types zrender/dist zrender/src

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    STORE_URL=sqlite:///data/easel.sqlite \
    MEDIA_FOLDER=/data/results \
    HEALTH_PORT=8080
WORKDIR /easel
# Encodes clips that are too large to upload.
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
RUN mkdir --mode=700 /data && chown node:node /data
COPY --from=install /easel/node_modules node_modules
COPY package.json LICENSE ./
COPY src src
COPY commands commands
USER node
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD \
    ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process that gets the signals. A stop waits up to 76 s for the answers to creates that were sent, which may be
# paid for: run it with --stop-timeout 80 (stop_grace_period, terminationGracePeriodSeconds), not the usual 10 s.
CMD ["node", "src/main.ts"]
