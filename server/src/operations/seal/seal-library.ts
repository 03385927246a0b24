import { REPORT_FIELDS, type ReportField, type Seal, type VerifiedReport } from "@precount/domain";
import { isSignedBy, sealKeyFingerprint } from "../../auth/seal-keys.ts";
import { canonicalJson } from "./canonical.ts";
import { type ReadRows, closeCodeOfSeal } from "./report-files.ts";

/** A seal with its report's rows; null where only the seal is available. */
export type KnownSeal = { seal: Seal; closeCode: string; rows: ReadRows | null };

/** The seals that a file is compared with: those of an installation, or of the seal files and JSON exports beside the file. */
export type SealLibrary = {
  findByCode: (closeCode: string) => Promise<KnownSeal | null>;
  /** Seals of reports with these digests, newest first. */
  findByColumns: (columns: Readonly<Partial<Record<ReportField, string>>>) => Promise<KnownSeal[]>;
  isTrusted: (publicKey: Buffer) => boolean;
  /** Tells a person how to verify a file whose seal is not in this library. */
  adviceFor: (file: { format: "csv" | "xlsx"; named: string | null }) => string;
  /** The only report that a file without a close code can be meant to be; null if there are several or none. */
  only: KnownSeal | null;
};

/** Why a seal is not genuine; null if it is. */
export function findSealProblem({ statement, signature, publicKey }: Seal, library: SealLibrary): string | null {
  const key = Buffer.from(publicKey, "base64url");
  const fingerprint = sealKeyFingerprint(key);
  const bytes = Buffer.from(canonicalJson(statement));
  if (fingerprint !== statement.signer.key || !isSignedBy(key, bytes, Buffer.from(signature, "base64url"))) {
    return "the seal in the file was changed: its signature does not match.";
  }
  return library.isTrusted(key) ? null : `the seal is signed by the key ${fingerprint}, which is not trusted here.`;
}

export const toVerifiedReport = ({ seal, closeCode }: Pick<KnownSeal, "seal" | "closeCode">): VerifiedReport => {
  const { report, completedAt, completedBy, signer } = seal.statement;
  return {
    closeCode,
    title: report.title,
    version: report.version,
    completedAt,
    completedBy: completedBy.name,
    ...signer,
  };
};

export const toKnownSeal = (seal: Seal, rows: ReadRows | null): KnownSeal => ({
  seal,
  closeCode: closeCodeOfSeal(seal),
  rows,
});

/** Whether a seal signs these columns of its report. */
export const hasColumns = ({ seal }: KnownSeal, columns: Readonly<Partial<Record<ReportField, string>>>): boolean =>
  REPORT_FIELDS.every(
    (field) => columns[field] === undefined || columns[field] === seal.statement.digests.columns[field],
  );
