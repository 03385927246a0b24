import { check, index, integer, pgTable, primaryKey, sql, text, unique } from "../drizzle.ts";
import { sid, instant, bytea } from "./columns.ts";
import { users } from "./users.ts";

/** The one set-password link that works for a person (decision 45): a new one takes the place of the older, using it removes it. */
export const passwordLinks = pgTable(
  "password_links",
  {
    userSid: sid()
      .primaryKey()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the token's id: with the key and this table nobody can make the token again. */
    idHash: bytea().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
    expiresAt: instant().notNull(),
  },
  (t) => [
    check(
      "password_links_a_day_at_most",
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '24 hours 1 minute'`,
    ),
  ],
);

/** Who signs in by a work account: the provider's own name for a person, which never changes and is never given to another. */
export const workAccounts = pgTable(
  "work_accounts",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    // Somebody who has taken over an e-mail at the provider is not who had it before.
    unique("work_accounts_one_of_a_provider").on(t.userSid, t.issuer),
  ],
);

/** Nonces with which somebody has signed in by a work account: none does twice. */
export const workAccountNonces = pgTable("work_account_nonces", {
  /** sha256 of the nonce. */
  hash: bytea().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Browsers in which a person has signed in before: strangers who guess at the account do not slow them down. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the secret in the device's cookie. It opens nothing: the password is needed as before. */
    secretHash: bytea().notNull(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userSid, t.secretHash] })],
);

/**
 * Wrong passwords, counted until somebody gets in or the time is over. In the database, so that several API processes count
 * together and a restart forgets nothing.
 */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    /** sha256 of what is counted, an account at an address for example: what people typed is kept nowhere. */
    key: bytea().primaryKey(),
    failures: integer().notNull(),
    until: instant().notNull(),
  },
  (t) => [index("sign_in_failures_by_until").on(t.until)],
);
