import { createHash } from "node:crypto";

/** The fingerprint of an SSH server's key as `ssh-keygen -lf` prints it. */
export const sha256Fingerprint = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
