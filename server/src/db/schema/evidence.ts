import { check, index, integer, pgTable, sql, text } from "../drizzle.ts";
import { sid, instant, bytea, isCuid2 } from "./columns.ts";
import { projects } from "./projects.ts";
import { reports } from "./reports.ts";
import { users } from "./users.ts";

/** Read-only links to a report for people without an account (ADR-046). Ended links stay, because audit entries refer to them. */
export const evidenceLinks = pgTable(
  "evidence_links",
  {
    /** Part of the token's text, so that the row is found without the secret. */
    sid: sid().primaryKey(),
    reportSid: sid()
      .notNull()
      .references(() => reports.sid),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid),
    /** The name of the recipient. */
    name: text().notNull(),
    /** sha256 of the whole token: a leaked table grants no access. */
    secretHash: bytea().notNull(),
    /** argon2id; null without a passcode. */
    passcodeHash: text(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    revokedBy: sid().references(() => users.sid),
    opens: integer().notNull().default(0),
    lastOpenedAt: instant(),
  },
  (t) => [
    index("evidence_links_of_report").on(t.reportSid, t.createdAt.desc()),
    check("evidence_links_sid_cuid2", isCuid2(t.sid)),
    check(
      "evidence_links_expire",
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '91 days'`,
    ),
    check("evidence_links_revoked_by_someone", sql`(${t.revokedAt} is null) = (${t.revokedBy} is null)`),
  ],
);

/** Browsers that opened a link. The cookie has a separate secret, so that the token leaves the browser only once. */
export const evidenceVisits = pgTable(
  "evidence_visits",
  {
    /** sha256 of the cookie's secret. */
    secretHash: bytea().primaryKey(),
    linkSid: sid()
      .notNull()
      .references(() => evidenceLinks.sid, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (t) => [index("evidence_visits_of_link").on(t.linkSid)],
);
