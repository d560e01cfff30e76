# The page and its server. Build: docker build -t diptych .   Run: compose.yaml, or docs/deploy.md, "Containers".

FROM node:22-slim AS build
WORKDIR /app
# The packages alone first: they are installed again only when they change.
COPY package.json package-lock.json ./
RUN npm install --no-audit --no-fund
COPY LICENSE index.html embed.html tsconfig.json vite.config.ts ./
COPY scripts ./scripts
COPY public ./public
COPY src ./src
RUN node scripts/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_FOLDER=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The files of the program belong to root: the process can't change them. It writes to its data folder alone.
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 8080
# Alive, not ready: a database that is away is no reason to start the container again.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, so that SIGTERM reaches the program, which then drains.
CMD ["node", "dist/server/main.js"]
