import { resolve } from "node:path";
import { emailSchema, passwordSchema } from "@precount/domain";
import { z } from "zod";

/** An empty variable counts as not set: that is how compose files and shells leave one out. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value || undefined, schema.optional());
const WHOLE_PORT = "must be a whole number from 0 to 65535";
const flag = z.stringbool({ error: "use true or false" });

/**
 * Every setting of the server: an environment variable each. docs/operations.md lists them.
 * Names here are the variables' own, so that a message names what the operator can change.
 */
const environmentSchema = z.object({
  /**
   * All interfaces, because containers and colleagues on the LAN need it; HOST=127.0.0.1 keeps
   * Precount to this machine.
   */
  HOST: optional(z.string()).default("0.0.0.0"),
  /** 0 takes any free port. */
  PORT: optional(z.coerce.number(WHOLE_PORT).int(WHOLE_PORT).min(0, WHOLE_PORT).max(65_535, WHOLE_PORT)).default(3000),
  /** Photos, and the database unless DATABASE_URL is set. */
  DATA_DIR: optional(z.string()).default("./.data"),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, "must look like postgresql://user:password@host:5432/database"),
  ),
  ADMIN_EMAIL: optional(emailSchema),
  /** An operator's own word: one that is tried first does not keep an installation from starting, but is told (ensureAdmin). */
  ADMIN_PASSWORD: optional(passwordSchema),
  LOG_LEVEL: optional(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])).default("info"),
  /** True behind a reverse proxy that sets X-Forwarded-*; false otherwise, or clients could forge them. */
  TRUST_PROXY: optional(flag).default(false),
  /** How people reach Precount, for links in mails and for cookies over TLS. */
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: "must be an address such as https://precount.example" })),
  /** Set-password links are mailed through it; without it the admin passes them on. */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must look like smtp://user:password@mail.example:587" })),
  /** Who such mails are from. */
  MAIL_FROM: optional(emailSchema),
  ISSUES_URL: optional(z.url({ protocol: /^https?$/, error: "must be an address" })),
  /** Offers the model of tests, which knows nothing and answers at once. */
  FAKE_MODEL: optional(flag).default(false),
  /** The build's commit where there is no git to ask. */
  PRECOUNT_COMMIT: optional(z.string()),
});

const configSchema = environmentSchema.transform((env) => ({
  host: env.HOST,
  port: env.PORT,
  dataDir: resolve(env.DATA_DIR),
  databaseUrl: env.DATABASE_URL ?? null,
  admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
  logLevel: env.LOG_LEVEL,
  trustProxy: env.TRUST_PROXY,
  publicUrl: env.PUBLIC_URL ?? null,
  smtp: env.SMTP_URL === undefined ? null : { url: env.SMTP_URL, from: env.MAIL_FROM ?? senderOf(env.SMTP_URL) },
  issuesUrl: env.ISSUES_URL ?? null,
  fakeModel: env.FAKE_MODEL,
  commit: env.PRECOUNT_COMMIT ?? null,
}));
export type Config = z.infer<typeof configSchema>;

/** Of the mail server's own name, which is the likeliest to be let through. */
const senderOf = (smtpUrl: string): string => `precount@${new URL(smtpUrl).hostname}`;

/** Settings that cannot be used; the message lists all of them, one a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Reads and checks every setting at once. Throws ConfigError. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = configSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigError(`These settings cannot be used:\n${lines.join("\n")}`);
}
