import { createHmac, randomBytes } from "node:crypto";

/* Standard Webhooks 1.0, https://www.standardwebhooks.com, with symmetric signatures. */

const PREFIX = "whsec_";

/** A signing secret as receivers configure it: 256 random bits. */
export const newSigningSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/**
 * @param secrets one signature is made with each; a receiver accepts the message if one of them is right
 * @param id the message's, the same in every attempt, by which receivers recognize repetitions
 */
export function webhookHeaders(secrets: readonly string[], id: string, body: string, at: Date): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
