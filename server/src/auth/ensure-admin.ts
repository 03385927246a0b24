import { randomInt } from "node:crypto";
import { firstPasswordExpiry, isCommonPassword, passwordSchema } from "@precount/domain";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { hasAdmin, insertFirstAdmin } from "../db/users.ts";
import { newSid } from "../lib/ids.ts";
import { hashPassword } from "./password.ts";

const DEFAULT_EMAIL = "admin@precount.local";
/** Characters that cannot be confused when printed. */
const CHARACTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** 16 of 55 characters: 92 bits of entropy. */
const PASSWORD_LENGTH = 16;

/**
 * `password` is set if it was generated: the caller shows it once, with the time when it expires (PD-177), and it is not stored.
 * `isCommon`: the operator's password is in the list of common passwords.
 */
export type NewAdmin = { email: string; password: string | null; passwordExpiresAt: Date | null; isCommon: boolean };

/**
 * Creates the first admin; null if one exists, also when several servers start at once. Later changes of ADMIN_EMAIL and
 * ADMIN_PASSWORD have no effect.
 */
export async function ensureAdmin(
  db: Database,
  { admin }: Pick<Config, "admin">,
  now = new Date(),
): Promise<NewAdmin | null> {
  if (await hasAdmin(db)) return null;
  const email = admin.email ?? DEFAULT_EMAIL;
  const password = admin.password ?? makePassword();
  const isGenerated = admin.password === null;
  const passwordExpiresAt = isGenerated ? firstPasswordExpiry(now) : null;
  const row = { sid: newSid(), email, name: "Admin", passwordHash: await hashPassword(password), passwordExpiresAt };
  if (!(await insertFirstAdmin(db, row))) return null;
  return { email, password: isGenerated ? password : null, passwordExpiresAt, isCommon: isCommonPassword(password) };
}

/** Generates random passwords until one satisfies the password rule; most do. */
export function makePassword(): string {
  for (;;) {
    const characters = Array.from({ length: PASSWORD_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]);
    const password = characters.join("");
    if (passwordSchema.safeParse(password).success) return password;
  }
}
