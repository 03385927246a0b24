export { createApi } from "./api.ts";
export { type Config, ConfigError, readConfig } from "./config.ts";
export { connect } from "./db/connect.ts";
export { startEmbeddedPostgres } from "./db/embedded/postgres.ts";
export { EmbeddedDatabaseError } from "./db/embedded/problem.ts";
export { migrate } from "./db/migrate.ts";
export type { AppRouter } from "./router.ts";
export { runWorker } from "./run-worker.ts";
export { type Serving, serve } from "./serve.ts";
