import type { z } from "zod";
import { type Environment, isConfidentialUrl } from "./environment.ts";

/* Checks of settings that depend on each other. */

export function checkWorkAccount({ OIDC_ISSUER, OIDC_CLIENT_ID }: Environment, context: z.RefinementCtx): void {
  if ((OIDC_ISSUER === undefined) === (OIDC_CLIENT_ID === undefined)) return;
  const [missing, other] =
    OIDC_ISSUER === undefined ? ["OIDC_ISSUER", "OIDC_CLIENT_ID"] : ["OIDC_CLIENT_ID", "OIDC_ISSUER"];
  context.addIssue({ code: "custom", path: [missing], message: `is needed with ${other}` });
}

/** The key costs money, so it is sent over encrypted connections only. */
export function checkVisionApi(env: Environment, context: z.RefinementCtx): void {
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

export function checkModelServer(
  { KSERVE_URL: url, KSERVE_TOKEN: token }: Environment,
  context: z.RefinementCtx,
): void {
  if (token === undefined) return;
  const refuse = (name: string, message: string): void => context.addIssue({ code: "custom", path: [name], message });
  if (url === undefined) refuse("KSERVE_URL", "is needed with KSERVE_TOKEN");
  else if (!isConfidentialUrl(url)) refuse("KSERVE_URL", "must be an https address where there is a token");
}

export function checkS3(env: Environment, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  const [id, secret] = [env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  if (id !== undefined && secret === undefined) refuse("S3_SECRET_ACCESS_KEY", "is needed with S3_ACCESS_KEY_ID");
  if (id === undefined && secret !== undefined) refuse("S3_ACCESS_KEY_ID", "is needed with S3_SECRET_ACCESS_KEY");
  if (env.S3_BUCKET === undefined && (env.S3_ENDPOINT ?? env.S3_PREFIX ?? id) !== undefined)
    refuse("S3_BUCKET", "is needed with the other S3 settings");
}

/** A sender without a mail server is a mistake. */
export function checkMail({ SMTP_URL, MAIL_FROM }: Environment, context: z.RefinementCtx): void {
  if (SMTP_URL === undefined && MAIL_FROM !== undefined)
    context.addIssue({ code: "custom", path: ["SMTP_URL"], message: "is needed with MAIL_FROM" });
}

export function checkAudit({ AUDIT_URL, AUDIT_TOKEN }: Environment, context: z.RefinementCtx): void {
  if (AUDIT_URL === undefined && AUDIT_TOKEN !== undefined)
    context.addIssue({ code: "custom", path: ["AUDIT_URL"], message: "is needed with AUDIT_TOKEN" });
}
