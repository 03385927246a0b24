import { ROLES } from "@precount/domain";
import { boolean, check, pgEnum, pgTable, sql, text, uniqueIndex } from "../drizzle.ts";
import { sid, instant, isCuid2, groups } from "./columns.ts";

export const roleEnum = pgEnum("role", ROLES);

export const users = pgTable(
  "users",
  {
    sid: sid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    role: roleEnum().notNull(),
    /** argon2id in PHC format; null until the user has set a password (PD-45). */
    passwordHash: text(),
    /** Set only for the generated password of the first admin (PD-177); each new password clears it. */
    passwordExpiresAt: instant(),
    isBlocked: boolean().notNull().default(false),
    lastLoginAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    groups: groups(),
  },
  (t) => [uniqueIndex("users_email_key").on(sql`lower(${t.email})`), check("users_sid_cuid2", isCuid2(t.sid))],
);
