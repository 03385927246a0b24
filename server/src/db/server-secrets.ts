import { randomBytes } from "node:crypto";
import { eq } from "./drizzle.ts";
import type { Queryable } from "./connect.ts";
import { serverSecrets } from "./schema/installation.ts";

const SECRET_BYTES = 32;

/**
 * Reads a secret by name and creates it on first use. It is stored in the database because all API processes need the same one,
 * also after a restart or a restore.
 */
export async function readServerSecret(db: Queryable, name: string): Promise<Buffer> {
  const read = () =>
    db.select({ secret: serverSecrets.secret }).from(serverSecrets).where(eq(serverSecrets.name, name));
  const [known] = await read();
  if (known) return known.secret;
  await db
    .insert(serverSecrets)
    .values({ name, secret: randomBytes(SECRET_BYTES) })
    .onConflictDoNothing();
  const [made] = await read();
  if (!made) throw new Error(`the server secret ${name} cannot be read`);
  return made.secret;
}
