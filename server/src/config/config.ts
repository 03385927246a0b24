import { resolve } from "node:path";
import { issueText } from "@precount/domain";
import type { z } from "zod";
import { findMisspelledSettings } from "./config-checks.ts";
import { ConfigError } from "./config-error.ts";
import { environmentSchema } from "./environment.ts";
import { SECRET_FILE_SETTINGS, withSecretFiles } from "./secret-files.ts";
import {
  checkAudit,
  checkMail,
  checkModelServer,
  checkS3,
  checkVisionApi,
  checkWorkAccount,
} from "./setting-checks.ts";
import { checkRequiredTls, readTlsFiles } from "./tls-checks.ts";
import { toModelServer, toS3, toSmtp, toTraces, toVisionApi, toWorkAccount } from "./setting-groups.ts";

const configSchema = environmentSchema
  .superRefine(checkWorkAccount)
  .superRefine(checkVisionApi)
  .superRefine(checkModelServer)
  .superRefine(checkS3)
  .superRefine(checkMail)
  .superRefine(checkAudit)
  .superRefine(checkRequiredTls)
  .transform((env, context) => ({
    host: env.HOST,
    port: env.PORT,
    tls: readTlsFiles(env, context),
    requiresTls: env.REQUIRE_TLS,
    metricsPort: env.METRICS_PORT ?? null,
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    s3: toS3(env),
    secretsKeys: env.SECRETS_KEY,
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    publicUrl: env.PUBLIC_URL ?? null,
    smtp: env.SMTP_URL === undefined ? null : toSmtp(env.SMTP_URL, env),
    workAccount: toWorkAccount(env),
    visionApi: toVisionApi(env),
    modelServer: toModelServer(env),
    traces: toTraces(env),
    sentry: env.SENTRY_DSN === undefined ? null : { dsn: env.SENTRY_DSN, environment: env.SENTRY_ENVIRONMENT },
    auditTarget: env.AUDIT_URL === undefined ? null : { url: env.AUDIT_URL, token: env.AUDIT_TOKEN ?? null },
    clamd: env.CLAMD_ADDRESS ?? null,
    allowPrivateTargets: env.ALLOW_PRIVATE_TARGETS,
    cachesPhotos: env.CACHE_PHOTOS,
    issuesUrl: env.ISSUES_URL ?? null,
    detectionProcesses: env.DETECTION_PROCESSES ?? null,
    fakeModel: env.FAKE_MODEL,
    commit: env.PRECOUNT_COMMIT ?? null,
  }));
export type Config = z.infer<typeof configSchema>;

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = [...Object.keys(environmentSchema.shape), ...SECRET_FILE_SETTINGS];

/** Reads and checks all settings. Throws ConfigError with every problem; a probable typo in a name is a problem too. */
export function readConfig(given: Readonly<Record<string, string | undefined>> = process.env): Config {
  const environment = withSecretFiles(given);
  const parsed = configSchema.safeParse(environment);
  const issues = Map.groupBy(parsed.error?.issues ?? [], (issue) => issue.path.join("."));
  const invalid = [...issues].map(([name, all]) => `${name}: ${all.map(issueText).join("; ")}`);
  const misspelled = findMisspelledSettings(environment, SETTING_NAMES).map(
    ({ given, meant }) => `${given}: is ${meant} meant?`,
  );
  if (parsed.success && misspelled.length === 0) return parsed.data;
  throw new ConfigError([...misspelled, ...invalid]);
}
