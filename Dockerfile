# The host with the studio: `docker build -t foldback .`; `docker compose up` starts it beside Postgres.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile
RUN npx -y pnpm@12 exec turbo run build --filter=@foldback/host...
# The host is a bundle; only the store, with its native driver and its migrations, has dependencies at run time.
RUN npx -y pnpm@12 --filter @foldback/session-store deploy --prod --legacy /image/node_modules/@foldback/session-store

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=7860 FOLDBACK_DATA_DIR=/data
WORKDIR /foldback
RUN mkdir /data && chown node:node /data
COPY --from=build /image/node_modules ./node_modules
COPY --from=build /app/apps/studio/package.json ./node_modules/@foldback/studio/package.json
COPY --from=build /app/apps/studio/dist ./node_modules/@foldback/studio/dist
COPY --from=build /app/apps/host/package.json ./package.json
COPY --from=build /app/apps/host/dist ./dist
USER node
VOLUME /data
EXPOSE 7860
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# As `pnpm start` does: the heap grows by half between two collections, not to several times its size.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "dist/cli.mjs"]
CMD ["start"]
