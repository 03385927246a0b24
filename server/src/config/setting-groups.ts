import type { Environment } from "./environment.ts";
import type { S3Settings } from "./s3-settings.ts";

/* Groups of settings as one value each. */

/** The default sender. Mail servers most likely accept their own domain. */
const defaultSender = (smtpUrl: string): string => `precount@${new URL(smtpUrl).hostname}`;

/** With REQUIRE_TLS a server that offers no TLS gets no mail. */
export const toSmtp = (url: string, { MAIL_FROM, REQUIRE_TLS }: Environment) => ({
  url,
  from: MAIL_FROM ?? defaultSender(url),
  requiresTls: REQUIRE_TLS,
});

/** Null when the worker runs the networks itself. */
export const toModelServer = ({ KSERVE_URL: url, KSERVE_TOKEN: token, KSERVE_BINARY: isBinary }: Environment) =>
  url === undefined ? null : { url, token: token ?? null, isBinary };

/** Null without a vision service. */
export const toVisionApi = ({ VISION_API_URL: url, VISION_API_KEY: key, VISION_API_MODEL: model }: Environment) =>
  url === undefined || model === undefined ? null : { url, key: key ?? null, model };

/** Null when files are in the data directory. */
export function toS3(env: Environment): S3Settings | null {
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

/** Null without tracing. As OpenTelemetry specifies, only the general endpoint gets a path appended. */
export function toTraces(env: Environment) {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: all,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
    OTEL_SERVICE_NAME: serviceName,
  } = env;
  const url = own ?? (all && `${all.replace(/\/+$/, "")}/v1/traces`);
  return url === undefined || env.OTEL_SDK_DISABLED ? null : { url, serviceName };
}

/** Null without a work-account provider. */
export function toWorkAccount(env: Environment) {
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
