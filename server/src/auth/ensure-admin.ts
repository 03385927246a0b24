import { randomInt } from "node:crypto";
import { isCommonPassword, passwordSchema } from "@precount/domain";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { hasAdmin, insertFirstAdmin } from "../db/users.ts";
import { newSid } from "../lib/ids.ts";
import { hashPassword } from "./password.ts";

const DEFAULT_EMAIL = "admin@precount.local";
/** Without characters that look alike when printed. */
const CHARACTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** 16 of 55 characters: 92 bits of entropy. */
const PASSWORD_LENGTH = 16;

/**
 * `password` is set if it was generated: the caller shows it once, and it is not stored. `isCommon`: the operator's password is in the
 * list of common passwords.
 */
export type NewAdmin = { email: string; password: string | null; isCommon: boolean };

/**
 * Creates the first admin; null if one exists, also when several servers start at once. Later changes of ADMIN_EMAIL and
 * ADMIN_PASSWORD have no effect.
 */
export async function ensureAdmin(db: Database, { admin }: Pick<Config, "admin">): Promise<NewAdmin | null> {
  if (await hasAdmin(db)) return null;
  const email = admin.email ?? DEFAULT_EMAIL;
  const password = admin.password ?? makePassword();
  const row = { sid: newSid(), email, name: "Admin", passwordHash: await hashPassword(password) };
  if (!(await insertFirstAdmin(db, row))) return null;
  return { email, password: admin.password === null ? password : null, isCommon: isCommonPassword(password) };
}

/** Generates random passwords until one satisfies the password rule; most do. */
export function makePassword(): string {
  for (;;) {
    const characters = Array.from({ length: PASSWORD_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]);
    const password = characters.join("");
    if (passwordSchema.safeParse(password).success) return password;
  }
}
