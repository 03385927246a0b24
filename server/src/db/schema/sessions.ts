import { boolean, check, index, pgTable, sql, text } from "../drizzle.ts";
import { sid, instant, bytea } from "./columns.ts";
import { users } from "./users.ts";

export const sessions = pgTable(
  "sessions",
  {
    /** Public, travels in `x-session-id` (decision 42). */
    id: sid().primaryKey(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the cookie's secret: a stolen table opens no session. */
    secretHash: bytea().notNull().unique(),
    remember: boolean().notNull(),
    /** What the browser said it is, in a few words of ours; null when it said nothing. */
    device: text(),
    /** Where it was last used from. */
    address: text(),
    createdAt: instant().notNull().defaultNow(),
    /** Written once in five minutes. */
    lastUsedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    index("sessions_user").on(t.userSid),
    check("sessions_expires_after_created", sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);
