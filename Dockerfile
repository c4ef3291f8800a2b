# Broadsheet in a container: `docker build -t broadsheet .`, then see docs/guides/small-server.md.
# Built in the first stage with everything, served from the second with what serving needs.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY src/newsroom/package.json src/newsroom/package-lock.json src/newsroom/.npmrc ./.admin/
RUN npm ci && npm ci --prefix .admin
COPY . .
RUN ln -s ../../.admin/node_modules src/newsroom/node_modules
RUN NODE_ENV=production node scripts/build.mjs && NODE_ENV=production node scripts/build-admin.mjs && npm prune --omit=dev

FROM node:26-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-admin ./dist-admin
COPY --from=build /app/demo/pictures ./demo/pictures
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The image has no curl; Node asks.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Node itself is the first process: it gets SIGTERM and finishes what runs. Flags and MALLOC_ARENA_MAX are those of scripts/launch/serve.json.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "dist/server/main.js"]
