import { resolve } from "node:path";
import { emailSchema, passwordSchema } from "@precount/domain";
import { z } from "zod";
import { hasHost, isDatabaseAddress, isOrigin, findMisspelledSettings } from "./config-checks.ts";
import { OperatorError } from "../errors/operator-error.ts";
import type { S3Settings } from "./s3-settings.ts";

/** An empty variable counts as not set: that is how compose files and shells leave one out. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value || undefined, schema.optional());
const WHOLE_PROCESSES = "must be a whole number from 1 to 64";
const WHOLE_PORT = "must be a whole number from 0 to 65535";
const PROXIES = "use true, false or 1 to 9";
const WHOLE_DELAY = "must be a whole number from 0 to 60";
const TENANT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const flag = z.stringbool({ error: "use true or false" });

/** What travels to it cannot be read or changed on the way: https, or this machine itself. */
export function isConfidentialUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

/** On a network of one's own plain http is usual. */
function isServiceAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}

/**
 * Every setting of the server: an environment variable each. docs/operations.md lists them.
 * Names here are the variables' own, so that a message names what the operator can change.
 */
const environmentSchema = z.object({
  /**
   * All interfaces, because containers and colleagues on the LAN need it; HOST=127.0.0.1 keeps
   * Precount to this machine.
   */
  HOST: optional(z.string().regex(/^[\w.:-]+$/, "must be an address of this machine, such as 127.0.0.1")).default(
    "0.0.0.0",
  ),
  /** 0 takes any free port. */
  PORT: optional(z.coerce.number(WHOLE_PORT).int(WHOLE_PORT).min(0, WHOLE_PORT).max(65_535, WHOLE_PORT)).default(3000),
  /** Where a worker tells how it is: `precount worker` only, for an API process tells it on PORT. */
  METRICS_PORT: optional(z.coerce.number(WHOLE_PORT).int(WHOLE_PORT).min(0, WHOLE_PORT).max(65_535, WHOLE_PORT)),
  /**
   * Between being told to stop and taking no more requests. Behind a load balancer, as long as it takes to notice that
   * /api/ready says so; alone nobody is spared anything by waiting.
   */
  SHUTDOWN_DELAY_SECONDS: optional(
    z.coerce.number(WHOLE_DELAY).int(WHOLE_DELAY).min(0, WHOLE_DELAY).max(60, WHOLE_DELAY),
  ).default(0),
  /** Photos, and the database unless DATABASE_URL is set. */
  DATA_DIR: optional(z.string()).default("./.data"),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        isDatabaseAddress,
        "must look like postgresql://user:password@host:5432/database, with # @ : / ? in the password percent-encoded",
      ),
  ),
  /** A bucket for photos and documents instead of DATA_DIR: what several machines share. */
  S3_BUCKET: optional(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        "must be a bucket's name: 3 to 63 lower-case letters, digits, dots and hyphens",
      ),
  ),
  S3_PREFIX: optional(z.string().regex(/^([\w.-]+\/)+$/, "must end with a slash, such as precount/")),
  /** Of a store other than Amazon's. */
  S3_ENDPOINT: optional(
    z.string().refine(isServiceAddress, "must be an address such as https://s3.example, without user and password"),
  ),
  S3_REGION: optional(z.string().regex(/^[\w-]+$/, "must be a region such as eu-central-1")).default("us-east-1"),
  S3_ACCESS_KEY_ID: optional(z.string().regex(/^[\x21-\x7e]{3,128}$/, "must have 3 to 128 characters, without spaces")),
  /** How long it is, is the store's business. */
  S3_SECRET_ACCESS_KEY: optional(z.string().regex(/^[\x21-\x7e]{1,256}$/, "must be one line without spaces")),
  ADMIN_EMAIL: optional(emailSchema),
  /** An operator's own word: one that is tried first does not keep an installation from starting, but is told (ensureAdmin). */
  ADMIN_PASSWORD: optional(passwordSchema),
  LOG_LEVEL: optional(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])).default("info"),
  /** True behind a reverse proxy that sets X-Forwarded-*, their number behind several; false otherwise, or clients could forge them. */
  TRUST_PROXY: optional(
    z.union([flag, z.coerce.number(PROXIES).int(PROXIES).min(1, PROXIES).max(9, PROXIES)], PROXIES),
  ).default(false),
  /** How people reach Precount, for links in mails and for cookies over TLS. */
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: "must be an address such as https://precount.example", abort: true })
      .refine(isOrigin, "must be an address such as https://precount.example, without a path"),
  ),
  /** Set-password links are mailed through it; without it the admin passes them on. */
  SMTP_URL: optional(
    z
      .url({ protocol: /^smtps?$/, error: "must look like smtp://user:password@mail.example:587", abort: true })
      .refine(hasHost, "must look like smtp://user:password@mail.example:587"),
  ),
  /** Who such mails are from. */
  MAIL_FROM: optional(emailSchema),
  /** The work-account provider, as its tokens call it: it publishes its addresses and keys there. */
  OIDC_ISSUER: optional(z.string().refine(isConfidentialUrl, "must be an https address")),
  /** What the provider calls Precount. */
  OIDC_CLIENT_ID: optional(z.string().max(200)),
  /** What people call the provider. */
  OIDC_NAME: optional(z.string().trim().max(40, "must have at most 40 characters")),
  /** Of Entra's tenants those whose people may come; needed where OIDC_ISSUER is for several. */
  OIDC_TENANTS: optional(z.string())
    .transform(
      (text) =>
        text
          ?.toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean) ?? [],
    )
    .refine((tenants) => tenants.every((tenant) => TENANT.test(tenant)), "must be tenants' ids, joined by commas"),
  /** The provider is the company's own directory: whatever e-mail it names is that person's. */
  OIDC_TRUST_EMAIL: optional(flag).default(false),
  /** Takes people straight to their company's sign-in page. */
  MSAL_DOMAIN_HINT: optional(z.string().trim().max(253)),
  /** Any service that speaks OpenAI's chat completions, as far as `/v1`: it reads the pictures of extracts instead of us. */
  VISION_API_URL: optional(
    z.string().refine(isServiceAddress, "must be an address such as https://api.example/v1, without user and password"),
  ),
  VISION_API_KEY: optional(z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be one line without spaces")),
  VISION_API_MODEL: optional(z.string().trim().max(200)),
  /** A model server (KServe v2, such as Triton) on which our own model's networks run, as far as `/v2`. */
  KSERVE_URL: optional(
    z.string().refine(isServiceAddress, "must be an address such as http://triton:8000, without user and password"),
  ),
  KSERVE_TOKEN: optional(z.string().regex(/^[\x21-\x7e]{1,4000}$/, "must be one line without spaces")),
  /** It takes tensors as bytes although it does not announce Triton's extension for them. */
  KSERVE_BINARY: optional(flag).default(false),
  /** OpenTelemetry's own variables: where traces go, over OTLP/HTTP. Others of its variables are read by itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    z.url({ protocol: /^https?$/, error: "must be an address such as http://collector:4318" }),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: "must be an address" })),
  OTEL_SERVICE_NAME: optional(z.string().max(100)).default("precount"),
  OTEL_SDK_DISABLED: optional(flag).default(false),
  /** Where failures of server, worker and browser are told, as Sentry gives it: https://key@host/number. */
  SENTRY_DSN: optional(
    z
      .string()
      .regex(/^https?:\/\/[0-9a-zA-Z]+@[^/@\s]+\/(\S+\/)?\d+$/, "must look like https://key@sentry.example/1")
      .refine((dsn) => isConfidentialUrl(dsn), "must be an https address"),
  ),
  /** Which installation it is, there. */
  SENTRY_ENVIRONMENT: optional(z.string().regex(/^[\w.-]{1,64}$/, "must be a short word")).default("production"),
  ISSUES_URL: optional(z.url({ protocol: /^https?$/, error: "must be an address" })),
  /** Photos that a worker looks at at the same time, each in a process of its own on one core. */
  DETECTION_PROCESSES: optional(
    z.coerce.number(WHOLE_PROCESSES).int(WHOLE_PROCESSES).min(1, WHOLE_PROCESSES).max(64, WHOLE_PROCESSES),
  ),
  /** Offers the model of tests, which knows nothing and answers at once. */
  FAKE_MODEL: optional(flag).default(false),
  /** The build's commit where there is no git to ask. */
  PRECOUNT_COMMIT: optional(z.string()),
});

type Environment = z.infer<typeof environmentSchema>;

const configSchema = environmentSchema
  .superRefine(checkWorkAccount)
  .superRefine(checkVisionApi)
  .superRefine(checkModelServer)
  .superRefine(checkS3)
  .superRefine(checkMail)
  .transform((env) => ({
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT ?? null,
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    s3: s3Of(env),
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    publicUrl: env.PUBLIC_URL ?? null,
    smtp: env.SMTP_URL === undefined ? null : { url: env.SMTP_URL, from: env.MAIL_FROM ?? senderOf(env.SMTP_URL) },
    workAccount: workAccountOf(env),
    visionApi: visionApiOf(env),
    modelServer: modelServerOf(env),
    traces: tracesOf(env),
    sentry: env.SENTRY_DSN === undefined ? null : { dsn: env.SENTRY_DSN, environment: env.SENTRY_ENVIRONMENT },
    issuesUrl: env.ISSUES_URL ?? null,
    detectionProcesses: env.DETECTION_PROCESSES ?? null,
    fakeModel: env.FAKE_MODEL,
    commit: env.PRECOUNT_COMMIT ?? null,
  }));
export type Config = z.infer<typeof configSchema>;

/** Of the mail server's own name, which is the likeliest to be let through. */
const senderOf = (smtpUrl: string): string => `precount@${new URL(smtpUrl).hostname}`;

function checkWorkAccount({ OIDC_ISSUER, OIDC_CLIENT_ID }: Environment, context: z.RefinementCtx): void {
  if ((OIDC_ISSUER === undefined) === (OIDC_CLIENT_ID === undefined)) return;
  const [missing, other] =
    OIDC_ISSUER === undefined ? ["OIDC_ISSUER", "OIDC_CLIENT_ID"] : ["OIDC_CLIENT_ID", "OIDC_ISSUER"];
  context.addIssue({ code: "custom", path: [missing], message: `is needed with ${other}` });
}

/** Who has the key is billed for by it, so it travels nowhere in the clear. */
function checkVisionApi(env: Environment, context: z.RefinementCtx): void {
  const { VISION_API_URL: url, VISION_API_KEY: key, VISION_API_MODEL: model } = env;
  const refuse = (name: string, message: string): void => context.addIssue({ code: "custom", path: [name], message });
  if (url === undefined && (key !== undefined || model !== undefined)) {
    refuse("VISION_API_URL", `is needed with ${key === undefined ? "VISION_API_MODEL" : "VISION_API_KEY"}`);
  }
  if (url !== undefined && model === undefined) refuse("VISION_API_MODEL", "is needed with VISION_API_URL");
  if (url !== undefined && key !== undefined && !isConfidentialUrl(url)) {
    refuse("VISION_API_URL", "must be an https address where there is a key");
  }
}

/** Null when networks run in the worker itself. */
const modelServerOf = ({ KSERVE_URL: url, KSERVE_TOKEN: token, KSERVE_BINARY: isBinary }: Environment) =>
  url === undefined ? null : { url, token: token ?? null, isBinary };

function checkModelServer({ KSERVE_URL: url, KSERVE_TOKEN: token }: Environment, context: z.RefinementCtx): void {
  if (token === undefined) return;
  const refuse = (name: string, message: string): void => context.addIssue({ code: "custom", path: [name], message });
  if (url === undefined) refuse("KSERVE_URL", "is needed with KSERVE_TOKEN");
  else if (!isConfidentialUrl(url)) refuse("KSERVE_URL", "must be an https address where there is a token");
}

/** Null when no such service is set up. */
const visionApiOf = ({ VISION_API_URL: url, VISION_API_KEY: key, VISION_API_MODEL: model }: Environment) =>
  url === undefined || model === undefined ? null : { url, key: key ?? null, model };
function checkS3(env: Environment, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  const [id, secret] = [env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  if (id !== undefined && secret === undefined) refuse("S3_SECRET_ACCESS_KEY", "is needed with S3_ACCESS_KEY_ID");
  if (id === undefined && secret !== undefined) refuse("S3_ACCESS_KEY_ID", "is needed with S3_SECRET_ACCESS_KEY");
  if (env.S3_BUCKET === undefined && (env.S3_ENDPOINT ?? env.S3_PREFIX ?? id) !== undefined)
    refuse("S3_BUCKET", "is needed with the other S3 settings");
}

/** Who names a sender means to send. */
function checkMail({ SMTP_URL, MAIL_FROM }: Environment, context: z.RefinementCtx): void {
  if (SMTP_URL === undefined && MAIL_FROM !== undefined)
    context.addIssue({ code: "custom", path: ["SMTP_URL"], message: "is needed with MAIL_FROM" });
}

/** Null when files lie in the data directory. */
function s3Of(env: Environment): S3Settings | null {
  if (env.S3_BUCKET === undefined) return null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    bucket: env.S3_BUCKET,
    prefix: env.S3_PREFIX ?? "",
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

/** Null when nobody traces. The traces' own address stands as it is, as OpenTelemetry has it. */
function tracesOf(env: Environment) {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: all,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
    OTEL_SERVICE_NAME: serviceName,
  } = env;
  const url = own ?? (all && `${all.replace(/\/+$/, "")}/v1/traces`);
  return url === undefined || env.OTEL_SDK_DISABLED ? null : { url, serviceName };
}

/** Null when no provider is set up. */
function workAccountOf(env: Environment) {
  if (env.OIDC_ISSUER === undefined || env.OIDC_CLIENT_ID === undefined) return null;
  const { hostname } = new URL(env.OIDC_ISSUER);
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    name: env.OIDC_NAME ?? (/(^|\.)microsoftonline\.(com|us)$/.test(hostname) ? "Microsoft" : hostname),
    tenants: env.OIDC_TENANTS,
    trustsEmail: env.OIDC_TRUST_EMAIL,
    domainHint: env.MSAL_DOMAIN_HINT ?? null,
  };
}

/** Settings that cannot be used; the message lists all of them, one a line. */
export class ConfigError extends OperatorError {
  override name = "ConfigError";
}

/** For what only shows when a setting is used. */
export const settingError = (name: string, message: string, cause?: unknown): ConfigError =>
  new ConfigError(inWords([`${name}: ${message}`]), { cause });

function inWords(problems: readonly string[]): string {
  const [first = "", ...more] = problems;
  if (more.length === 0) return `This setting cannot be used: ${first}`;
  return `These settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
}

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** Reads and checks every setting at once. Throws ConfigError: one line when one is wrong, else a line for each. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = configSchema.safeParse(environment);
  const issues = Map.groupBy(parsed.error?.issues ?? [], (issue) => issue.path.join("."));
  const wrong = [...issues].map(([name, all]) => `${name}: ${all.map(({ message }) => message).join("; ")}`);
  const strange = findMisspelledSettings(environment, SETTING_NAMES).map(
    ({ given, meant }) => `${given}: is ${meant} meant?`,
  );
  if (parsed.success && strange.length === 0) return parsed.data;
  throw new ConfigError(inWords([...strange, ...wrong]));
}
