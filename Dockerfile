# One image for every process: `serve --no-worker`, `worker`, `migrate`, `backup` … (docs/operations.md).
# script/package does the work, so that it can be tested without Docker.
FROM node:24-slim AS build
WORKDIR /build
# The commit shown in the footer. The build has no git repository.
ARG PRECOUNT_COMMIT=""
# Packages first, because they change rarely: Docker caches this layer.
COPY package.json package-lock.json .npmrc ./
COPY annotator/package.json annotator/
COPY bench/package.json bench/
COPY cli/package.json cli/
COPY documents/package.json documents/
COPY domain/package.json domain/
COPY e2e/package.json e2e/
COPY forked-process/package.json forked-process/
COPY inference/package.json inference/
COPY ocr/package.json ocr/
COPY photos/package.json photos/
COPY server/package.json server/
COPY vision/package.json vision/
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY . .
RUN script/package /precount

FROM node:24-slim
ARG PRECOUNT_COMMIT=""
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 PRECOUNT_COMMIT=$PRECOUNT_COMMIT
WORKDIR /precount
COPY --from=build /precount ./
# A new volume inherits this owner. PostgreSQL refuses to run as root.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Liveness. A load balancer must use /api/ready for readiness.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s CMD ["node", "deploy/healthcheck.ts"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "cli/src/main.ts"]
CMD ["serve"]
