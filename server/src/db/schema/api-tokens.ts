import { check, index, pgTable, sql, text } from "../drizzle.ts";
import { sid, instant, bytea, isCuid2 } from "./columns.ts";
import { users } from "./users.ts";

/** API tokens of users, with the scopes that domain defines. Expired and revoked rows stay, because audit entries refer to them. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    /** Part of the token's text, so that the row is found without the secret. */
    id: sid().primaryKey(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    name: text().notNull(),
    scopes: text().array().notNull(),
    /** sha256 of the whole token: a leaked table grants no access. */
    secretHash: bytea().notNull(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant(),
    /** Client IP address of the last use. */
    address: text(),
    revokedAt: instant(),
    revokedBy: sid().references(() => users.sid),
  },
  (t) => [
    index("api_tokens_of_user").on(t.userSid, t.createdAt.desc()),
    check("api_tokens_id_cuid2", isCuid2(t.id)),
    check("api_tokens_for_something", sql`cardinality(${t.scopes}) > 0`),
    check(
      "api_tokens_a_year_at_most",
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '366 days'`,
    ),
    check("api_tokens_revoked_by_someone", sql`(${t.revokedAt} is null) = (${t.revokedBy} is null)`),
  ],
);
