import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { reportFieldSchema, reportRowSchema } from "../report/report.ts";

/** The format of the signed statement. A change of its fields needs another number. */
export const SEAL_FORMAT = "precount-seal/1";
export const SEALED_REPORT_FORMAT = "precount-sealed-report/1";
export const SEAL_FILE_FORMAT = "precount-seal-file/1";

/** Bytes of an export that is verified: twenty times a report of 100,000 rows as CSV. */
export const MAX_EXPORT_BYTES = 64 * 1024 * 1024;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const base64Schema = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/);

/** The file of a photo whose stickers the report counts. */
export const sealedImageSchema = z.object({ sid: sidSchema, name: z.string(), sha256: sha256Schema });
export type SealedImage = z.infer<typeof sealedImageSchema>;

/**
 * The statement that an installation signs about a report (ADR-048). Its canonical form is RFC 8785 JSON. The long parts are in it as sha256 of their
 * canonical forms, so that a workbook of any number of rows can carry the whole statement.
 */
export const sealStatementSchema = z.object({
  format: z.literal(SEAL_FORMAT),
  event: z.object({ sid: sidSchema, name: z.string(), slug: z.string() }),
  report: z.object({ sid: sidSchema, title: z.string(), version: z.number().int().min(1) }),
  completedAt: isoDateSchema,
  completedBy: z.object({ sid: sidSchema, name: z.string() }),
  rows: z.number().int().min(0),
  quantity: z.number().int(),
  images: z.number().int().min(0),
  /** The item list that the codes were compared with. */
  itemList: z.object({ sid: z.string(), version: z.number().int() }).nullable(),
  digests: z.object({
    /** Each column's values from the first row to the last one: any choice of columns in an export can be verified. */
    columns: z.record(reportFieldSchema, sha256Schema),
    /** Totals, exceptions and everything else of the report but its rows. */
    contents: sha256Schema,
    images: sha256Schema,
    /** The certificate of the blind count; absent if the event has none. */
    certificate: sha256Schema.optional(),
  }),
  /** The seal of the event's earlier version; null for the first one, and if the earlier one has no seal. */
  previous: z.object({ version: z.number().int(), hash: sha256Schema }).nullable(),
  /** The newest chained entry of the audit log when the report was completed. */
  audit: z.object({ position: z.number().int(), hash: sha256Schema }).nullable(),
  /** The installation's address, and the fingerprint of the key that signs. */
  signer: z.object({ address: z.string().nullable(), key: z.string() }),
});
export type SealStatement = z.infer<typeof sealStatementSchema>;

/** A statement with its signature: everything that is needed to verify a file, except the trust in the key. */
export const sealSchema = z.object({
  statement: sealStatementSchema,
  /** Ed25519 over the statement's canonical form, base64url. */
  signature: base64Schema,
  /** Ed25519, 32 bytes, base64url. */
  publicKey: base64Schema,
});
export type Seal = z.infer<typeof sealSchema>;

/** The seal of a report as a separate file. It verifies a CSV export, which has no place for a signature. */
export const sealFileSchema = z.object({
  format: z.literal(SEAL_FILE_FORMAT),
  closeCode: z.string(),
  seal: sealSchema,
});
export type SealFile = z.infer<typeof sealFileSchema>;

/** The JSON export: the seal with everything that its digests cover. */
export const sealedReportSchema = z.object({
  format: z.literal(SEALED_REPORT_FORMAT),
  closeCode: z.string(),
  seal: sealSchema,
  contents: z.record(z.string(), z.unknown()),
  rows: z.array(reportRowSchema),
  images: z.array(sealedImageSchema),
  /** The certificate of the blind count, if the event has one. */
  certificate: z.record(z.string(), z.unknown()).optional(),
});
export type SealedReport = z.infer<typeof sealedReportSchema>;

/** The seal as screens show it. */
export type SealSummary = { closeCode: string; hash: string; key: string };
