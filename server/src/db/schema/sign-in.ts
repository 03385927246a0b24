import { check, index, integer, pgTable, primaryKey, sql, text, unique } from "../drizzle.ts";
import { sid, instant, bytea } from "./columns.ts";
import { users } from "./users.ts";

/** The only valid set-password link of a user (PD-45). A new link replaces the row; using the link deletes it. */
export const passwordLinks = pgTable(
  "password_links",
  {
    userSid: sid()
      .primaryKey()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the token's id: the signing key and this table are not enough to rebuild the token. */
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

/** Links a user to an identity provider's issuer and subject. The provider never changes or reuses a subject. */
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
    // A different subject with the same e-mail is another person who took over the address: it must not reach this user.
    unique("work_accounts_one_of_a_provider").on(t.userSid, t.issuer),
  ],
);

/** Nonces that a work-account sign-in has used. Each nonce is accepted once. */
export const workAccountNonces = pgTable("work_account_nonces", {
  /** sha256 of the nonce. */
  hash: bytea().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Browsers in which a user has signed in before. Failed sign-ins from other browsers do not throttle these. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the secret in the device cookie. The secret grants no access: signing in still needs the password. */
    secretHash: bytea().notNull(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userSid, t.secretHash] }),
    // Every sign-in looks up its cookie's secret before the user is known.
    index("known_devices_by_secret").on(t.secretHash),
  ],
);

/**
 * Failed sign-ins, counted until a sign-in succeeds or the window ends. Stored in the database so that all API processes share
 * the counts and a restart keeps them.
 */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    /** sha256 of the counted key, such as an account and a network; the typed text itself is not stored. */
    key: bytea().primaryKey(),
    failures: integer().notNull(),
    until: instant().notNull(),
  },
  (t) => [index("sign_in_failures_by_until").on(t.until)],
);
