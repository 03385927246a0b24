import { emailSchema, passwordSchema } from "@precount/domain";
import { z } from "zod";
import { hasHost, isDatabaseAddress, isLoopback, isOrigin, toSocketAddress } from "./config-checks.ts";

/** An empty variable counts as not set, because compose files and shells cannot leave one out. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value || undefined, schema.optional());
const WHOLE_PROCESSES = "must be a whole number from 1 to 64";
const WHOLE_PORT = "must be a whole number from 0 to 65535";
const PROXIES = "use true, false or 1 to 9";
const WHOLE_DELAY = "must be a whole number from 0 to 60";
const TENANT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** 32 bytes in base64 have 43 characters and a sign of equality. */
const SECRETS_KEY = /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/;
const flag = z.stringbool({ error: "use true or false" });

/** Whether traffic to the URL is confidential: https, or this machine. */
export function isConfidentialUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/** A URL of an internal service. Plain http is common in private networks. */
function isServiceUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}

/**
 * Every setting of the server is an environment variable (docs/operations.md lists them). The keys are the variables' names, so that
 * error messages name what the operator can change.
 */
export const environmentSchema = z.object({
  /** All interfaces by default, for containers and the local network. 127.0.0.1 restricts access to this machine. */
  HOST: optional(z.string().regex(/^[\w.:-]+$/, "must be an address of this machine, such as 127.0.0.1")).default(
    "0.0.0.0",
  ),
  /** 0 means any free port. */
  PORT: optional(z.coerce.number(WHOLE_PORT).int(WHOLE_PORT).min(0, WHOLE_PORT).max(65_535, WHOLE_PORT)).default(3000),
  /** PEM files of the server's certificate chain and its key: then PORT and METRICS_PORT speak HTTPS only. */
  TLS_CERT_FILE: optional(z.string()),
  TLS_KEY_FILE: optional(z.string()),
  /** Refuses every setting with which data could leave or reach this machine unencrypted. */
  REQUIRE_TLS: optional(flag).default(false),
  /** The port of a worker's probes and metrics (`precount worker` only; an API process serves them on PORT). */
  METRICS_PORT: optional(z.coerce.number(WHOLE_PORT).int(WHOLE_PORT).min(0, WHOLE_PORT).max(65_535, WHOLE_PORT)),
  /** The time between the signal to stop and refusing requests. Behind a load balancer it must be long enough for /api/ready. */
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
  /** A bucket for photos and documents instead of DATA_DIR, so that several machines share them. */
  S3_BUCKET: optional(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        "must be a bucket's name: 3 to 63 lower-case letters, digits, dots and hyphens",
      ),
  ),
  S3_PREFIX: optional(z.string().regex(/^([\w.-]+\/)+$/, "must end with a slash, such as precount/")),
  /** For S3-compatible stores other than Amazon's. */
  S3_ENDPOINT: optional(
    z.string().refine(isServiceUrl, "must be an address such as https://s3.example, without user and password"),
  ),
  S3_REGION: optional(z.string().regex(/^[\w-]+$/, "must be a region such as eu-central-1")).default("us-east-1"),
  S3_ACCESS_KEY_ID: optional(z.string().regex(/^[\x21-\x7e]{3,128}$/, "must have 3 to 128 characters, without spaces")),
  /** Stores differ in its length. */
  S3_SECRET_ACCESS_KEY: optional(z.string().regex(/^[\x21-\x7e]{1,256}$/, "must be one line without spaces")),
  /** Encrypts the installation's keys in the database: 32 random bytes in base64. After a comma: the previous one. */
  SECRETS_KEY: optional(z.string().regex(SECRETS_KEY, "must be made with: openssl rand -base64 32")).transform(
    (text) => text?.split(",") ?? [],
  ),
  ADMIN_EMAIL: optional(emailSchema),
  /** A common password does not prevent the start, but is reported (ensureAdmin). */
  ADMIN_PASSWORD: optional(passwordSchema),
  LOG_LEVEL: optional(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])).default("info"),
  /** The number of reverse proxies that set X-Forwarded-* (true: one). Without a proxy it must be false, or clients could forge them. */
  TRUST_PROXY: optional(
    z.union([flag, z.coerce.number(PROXIES).int(PROXIES).min(1, PROXIES).max(9, PROXIES)], PROXIES),
  ).default(false),
  /** The public URL of Precount, for links in mails and for secure cookies. */
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: "must be an address such as https://precount.example", abort: true })
      .refine(isOrigin, "must be an address such as https://precount.example, without a path"),
  ),
  /** The mail server for set-password links. Without it the admin passes them on. */
  SMTP_URL: optional(
    z
      .url({ protocol: /^smtps?$/, error: "must look like smtp://user:password@mail.example:587", abort: true })
      .refine(hasHost, "must look like smtp://user:password@mail.example:587"),
  ),
  /** The sender of these mails. */
  MAIL_FROM: optional(emailSchema),
  /** The work-account provider's issuer URL, where it publishes its endpoints and keys. */
  OIDC_ISSUER: optional(z.string().refine(isConfidentialUrl, "must be an https address")),
  /** Precount's client id at the provider. */
  OIDC_CLIENT_ID: optional(z.string().max(200)),
  /** The provider's name on the sign-in page. */
  OIDC_NAME: optional(z.string().trim().max(40, "must have at most 40 characters")),
  /** The Entra tenants whose people may sign in; required when OIDC_ISSUER serves several tenants. */
  OIDC_TENANTS: optional(z.string())
    .transform(
      (text) =>
        text
          ?.toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean) ?? [],
    )
    .refine((tenants) => tenants.every((tenant) => TENANT.test(tenant)), "must be tenants' ids, joined by commas"),
  /** Trusts the provider's e-mail addresses without its claim that they are verified, as in a company's own directory. */
  OIDC_TRUST_EMAIL: optional(flag).default(false),
  /** Leads people directly to their company's sign-in page. */
  MSAL_DOMAIN_HINT: optional(z.string().trim().max(253)),
  /** The base URL (up to `/v1`) of a service with OpenAI's chat completions API. It reads the pictures of extracts instead of the local reader. */
  VISION_API_URL: optional(
    z.string().refine(isServiceUrl, "must be an address such as https://api.example/v1, without user and password"),
  ),
  VISION_API_KEY: optional(z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be one line without spaces")),
  VISION_API_MODEL: optional(z.string().trim().max(200)),
  /** The base URL of a model server (KServe v2, such as Triton) that runs the networks of our own model. */
  KSERVE_URL: optional(
    z.string().refine(isServiceUrl, "must be an address such as http://triton:8000, without user and password"),
  ),
  KSERVE_TOKEN: optional(z.string().regex(/^[\x21-\x7e]{1,4000}$/, "must be one line without spaces")),
  /** Sends tensors as bytes even though the server does not announce Triton's extension for them. */
  KSERVE_BINARY: optional(flag).default(false),
  /** OpenTelemetry's standard variables for traces over OTLP/HTTP. The library reads its other variables itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    z.url({ protocol: /^https?$/, error: "must be an address such as http://collector:4318" }),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: "must be an address" })),
  OTEL_SERVICE_NAME: optional(z.string().max(100)).default("precount"),
  OTEL_SDK_DISABLED: optional(flag).default(false),
  /** The Sentry DSN for errors of the server, worker and browser: https://key@host/number. */
  SENTRY_DSN: optional(
    z
      .string()
      .regex(/^https?:\/\/[0-9a-zA-Z]+@[^/@\s]+\/(\S+\/)?\d+$/, "must look like https://key@sentry.example/1")
      .refine((dsn) => isConfidentialUrl(dsn), "must be an https address"),
  ),
  /** The name of this installation in Sentry. */
  SENTRY_ENVIRONMENT: optional(z.string().regex(/^[\w.-]{1,64}$/, "must be a short word")).default("production"),
  /** Receives all entries of the audit log in their order. */
  AUDIT_URL: optional(
    z.string().refine(isConfidentialUrl, "must be an https address, such as https://logs.example/precount"),
  ),
  /** Sent to it as a bearer token. */
  AUDIT_TOKEN: optional(z.string().regex(/^[\x21-\x7e]{1,4000}$/, "must be one line without spaces")),
  /** A ClamAV daemon that scans all received files. */
  CLAMD_ADDRESS: optional(
    z
      .string()
      .regex(/^(\/\S+|[\w.-]+:\d{1,5})$/, "must be a host and port, such as clamav:3310, or a socket's path")
      .transform(toSocketAddress),
  ),
  /** Lets webhooks and deliveries go to private networks and over http. Without it only public addresses over https are allowed. */
  ALLOW_PRIVATE_TARGETS: optional(flag).default(false),
  /** Whether browsers may cache photos. The next photo of a review is then there at once. */
  CACHE_PHOTOS: optional(flag).default(true),
  ISSUES_URL: optional(z.url({ protocol: /^https?$/, error: "must be an address" })),
  /** Concurrent detections of a worker, each in a separate process that uses one core. */
  DETECTION_PROCESSES: optional(
    z.coerce.number(WHOLE_PROCESSES).int(WHOLE_PROCESSES).min(1, WHOLE_PROCESSES).max(64, WHOLE_PROCESSES),
  ),
  /** Adds the fake model of the tests, which answers at once with made-up results. */
  FAKE_MODEL: optional(flag).default(false),
  /** The commit of the build, where there is no git repository.*/
  PRECOUNT_COMMIT: optional(z.string()),
});

export type Environment = z.infer<typeof environmentSchema>;
