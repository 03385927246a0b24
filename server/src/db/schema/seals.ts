import { type SealStatement, type SealedImage } from "@precount/domain";
import { check, index, integer, jsonb, pgTable, sql, text } from "../drizzle.ts";
import { bytea, instant, sid } from "./columns.ts";
import { projects } from "./projects.ts";
import { reports } from "./reports.ts";

/**
 * The public keys of the installation's seals (ADR-048). They are kept when the private key, a version of `report-seals` in
 * `server_secrets`, is replaced and deleted. Immutable: a trigger rejects every update and delete.
 */
export const sealKeys = pgTable(
  "seal_keys",
  {
    version: integer().primaryKey(),
    /** Ed25519, 32 bytes. */
    publicKey: bytea().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [check("seal_keys_ed25519", sql`octet_length(${t.publicKey}) = 32`)],
);

/** The seals of reports. A report that was created before seals existed has none. Immutable like its report. */
export const reportSeals = pgTable(
  "report_seals",
  {
    reportSid: sid()
      .primaryKey()
      .references(() => reports.sid),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid),
    closeCode: text().notNull().unique("report_seals_close_code_once"),
    statement: jsonb().$type<SealStatement>().notNull(),
    /** sha256 of the statement's canonical form. */
    hash: bytea().notNull(),
    signature: bytea().notNull(),
    keyVersion: integer()
      .notNull()
      .references(() => sealKeys.version),
    /** The source images, whose digest is in the statement. */
    images: jsonb().$type<SealedImage[]>().notNull(),
  },
  (t) => [
    index("report_seals_of_event").on(t.projectSid),
    check("report_seals_hash", sql`octet_length(${t.hash}) = 32 and octet_length(${t.signature}) = 64`),
  ],
);
