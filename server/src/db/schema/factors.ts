import type { FactorKind, Role } from "@precount/domain";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, sql, text } from "../drizzle.ts";
import { sid, instant, bytea, isCuid2 } from "./columns.ts";
import { users } from "./users.ts";

/** Second factors of users (PD-113). */
export const userFactors = pgTable(
  "user_factors",
  {
    sid: sid().primaryKey(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    kind: text().$type<FactorKind>().notNull(),
    name: text().notNull(),
    /** Encrypted with the key `factors` (ADR-036). */
    totpSecret: bytea(),
    /** The time step of the last accepted code: each code is accepted once. */
    totpLastStep: bigint({ mode: "number" }),
    /** The credential id of WebAuthn, base64url. */
    credentialId: text().unique("user_factors_credential"),
    publicKey: bytea(),
    /** The authenticator's signature counter. A lower value in an answer means a copied authenticator. */
    signatureCount: bigint({ mode: "number" }).notNull().default(0),
    transports: text().array().notNull().default([]),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
  },
  (t) => [
    index("user_factors_user").on(t.userSid),
    check("user_factors_sid_cuid2", isCuid2(t.sid)),
    check(
      "user_factors_of_kind",
      sql`case ${t.kind} when 'totp' then ${t.totpSecret} is not null and ${t.credentialId} is null
      when 'passkey' then ${t.credentialId} is not null and ${t.publicKey} is not null and ${t.totpSecret} is null
      else false end`,
    ),
  ],
);

/** Unused recovery codes. Using a code deletes its row. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256; a code has 120 random bits. */
    codeHash: bytea().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userSid, t.codeHash] })],
);

/** Steps that a user has begun and not finished, such as a sign-in that waits for its second factor. */
export const authTickets = pgTable(
  "auth_tickets",
  {
    /** sha256 of the ticket, which only the browser has. */
    hash: bytea().primaryKey(),
    purpose: text().notNull(),
    /** Null for a sign-in with a passkey, which names its user itself. */
    userSid: sid().references(() => users.sid, { onDelete: "cascade" }),
    /** The bytes that the authenticator signs, base64url. */
    challenge: text().notNull(),
    remember: boolean().notNull().default(false),
    /** The encrypted TOTP secret that is being added. */
    totpSecret: bytea(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("auth_tickets_user").on(t.userSid), index("auth_tickets_by_expiry").on(t.expiresAt)],
);

/** The sign-in rules of the installation: one row, or none for the defaults. */
export const signInPolicies = pgTable(
  "sign_in_policies",
  {
    isOnly: boolean().primaryKey().default(true),
    requiredRoles: text().array().$type<Role[]>().notNull(),
    idleMinutes: integer().notNull(),
  },
  (t) => [check("sign_in_policies_one_row", sql`${t.isOnly}`)],
);

/** Expensive calls of each person in the current window (PD-118). */
export const callCounts = pgTable(
  "call_counts",
  {
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** The kind of call, from domain's table of limits. */
    kind: text().notNull(),
    calls: integer().notNull(),
    until: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userSid, t.kind] })],
);
