# docker build -t almanac . && docker run -p 3000:3000 -v almanac:/data -e PUBLIC_URL=https://calendar.example almanac
# Without DATABASE_URL all data is in the volume. Other platforms: docker buildx build --platform …
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
# Install scripts of packages do not run: the one of the development package `node` would download Node, which the image has.
RUN npm ci --ignore-scripts && npm cache clean --force
COPY build build
COPY src src
RUN node build/compile.ts && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE* ./
COPY bin bin
COPY migrations migrations
# `docker exec <container> almanac doctor`
RUN ln -s /app/bin/almanac.js /usr/local/bin/almanac
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No shell or npm in between, so that the server itself is process 1 and gets SIGTERM.
ENTRYPOINT ["node", "--max-semi-space-size=8", "--initial-old-space-size=64", "--heap-growing-percent=30", "--no-maglev", "--no-allocation-site-pretenuring", "bin/almanac.js"]
CMD ["serve"]
