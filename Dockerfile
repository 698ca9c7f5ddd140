# Builds an image with the server, the dashboard, the docs and the latchkey command. It has no database of its own:
# set DATABASE_URL. See docs/guide/self-hosting.md.
#
# A test runs these instructions one after another in an empty folder, and the server as its user.

FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --include=dev --no-audit --no-fund
RUN npm run build
RUN node scripts/assemble.mjs out
RUN mkdir -p data/backups

FROM gcr.io/distroless/nodejs22-debian12:nonroot
WORKDIR /app
COPY --from=build /build/out /app
# Volumes that are mounted here get the owner of this folder.
COPY --from=build --chown=65532:65532 /build/data /data
USER 65532:65532
ENV NODE_ENV=production HOST=0.0.0.0 LATCHKEY_DATA_DIR=/data
EXPOSE 8102
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8102) + '/health').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "packages/cli/dist/main.js"]
CMD ["start"]
