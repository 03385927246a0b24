import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Settings that contain a secret. Each can be given as a file instead, `NAME_FILE`, as secret stores provide them (Docker and Kubernetes
 * secrets, systemd credentials, Vault Agent): an environment is visible to more people and programs than a file.
 */
const SECRET_SETTINGS = [
  "ADMIN_PASSWORD",
  "AUDIT_TOKEN",
  "DATABASE_URL",
  "KSERVE_TOKEN",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "SECRETS_KEY",
  "SENTRY_DSN",
  "SMTP_URL",
  "VISION_API_KEY",
] as const;
export const SECRET_FILE_SETTINGS: readonly string[] = SECRET_SETTINGS.map((name) => `${name}_FILE`);

/** The variables with the content of secret files, without its last line break. Throws ConfigError, which contains no secret. */
export function withSecretFiles(environment: Variables): Variables {
  const problems: string[] = [];
  const secrets = SECRET_SETTINGS.flatMap((name): [string, string][] => {
    const path = environment[`${name}_FILE`];
    if (!path) return [];
    if (environment[name]) problems.push(`${name}_FILE: ${name} is set too; remove one of them`);
    try {
      return [[name, readFileSync(path, "utf8").replace(/\r?\n$/, "")]];
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "no reason was given";
      problems.push(`${name}_FILE: ${path} cannot be read (${code})`);
      return [];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...environment, ...Object.fromEntries(secrets) };
}
