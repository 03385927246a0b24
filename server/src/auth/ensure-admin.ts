import { randomInt } from "node:crypto";
import { isCommonPassword, passwordSchema } from "@precount/domain";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { hasAdmin, insertFirstAdmin } from "../db/users.ts";
import { newSid } from "../lib/ids.ts";
import { hashPassword } from "./password.ts";

const DEFAULT_EMAIL = "admin@precount.local";
/** Without those that look alike on paper. */
const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** 16 of 55 letters: 92 bits. */
const PASSWORD_LENGTH = 16;

/**
 * `password` is there when it was made here: to be told once, it is stored nowhere. `isCommon`: the operator's is one of those
 * that are tried first.
 */
export type NewAdmin = { email: string; password: string | null; isCommon: boolean };

/**
 * Makes the first admin; null when there is one already, also when two servers start at once. Later changes
 * of ADMIN_EMAIL and ADMIN_PASSWORD change nobody.
 */
export async function ensureAdmin(db: Database, { admin }: Pick<Config, "admin">): Promise<NewAdmin | null> {
  if (await hasAdmin(db)) return null;
  const email = admin.email ?? DEFAULT_EMAIL;
  const password = admin.password ?? makePassword();
  const row = { sid: newSid(), email, name: "Admin", passwordHash: await hashPassword(password) };
  if (!(await insertFirstAdmin(db, row))) return null;
  return { email, password: admin.password === null ? password : null, isCommon: isCommonPassword(password) };
}

/** Random letters until they keep the rule for passwords, which most do. */
export function makePassword(): string {
  for (;;) {
    const letters = Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
    const password = letters.join("");
    if (passwordSchema.safeParse(password).success) return password;
  }
}
