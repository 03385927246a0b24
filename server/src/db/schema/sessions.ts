import type { SignInMethod } from "@precount/domain";
import { boolean, check, index, pgTable, sql, text } from "../drizzle.ts";
import { sid, instant, bytea } from "./columns.ts";
import { users } from "./users.ts";

export const sessions = pgTable(
  "sessions",
  {
    /** Public; sent in the `x-session-id` header (PD-42). */
    id: sid().primaryKey(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the cookie's secret: a leaked table does not open a session. */
    secretHash: bytea().notNull().unique(),
    remember: boolean().notNull(),
    method: text().$type<SignInMethod>().notNull().default("password"),
    /** When the user last proved who they are: at the sign-in, or before a sensitive action (PD-117). */
    confirmedAt: instant().notNull().defaultNow(),
    /** Browser and operating system from the User-Agent header, such as "Chrome on Windows"; null without that header. */
    device: text(),
    /** Client IP address of the last use. */
    address: text(),
    createdAt: instant().notNull().defaultNow(),
    /** Updated at most once every five minutes. */
    lastUsedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    index("sessions_user").on(t.userSid),
    check("sessions_expires_after_created", sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);
