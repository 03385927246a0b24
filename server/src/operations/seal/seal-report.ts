import {
  type Certificate,
  type ReportField,
  type ReportHead,
  SEAL_FORMAT,
  type SealStatement,
  type SealSummary,
  closeCodeOf,
} from "@precount/domain";
import { readSealKey, sealKeyFingerprint } from "../../auth/seal-keys.ts";
import { readChainEnd } from "../../db/audit/chain.ts";
import type { Transaction } from "../../db/connect.ts";
import { insertSeal, listSeals, readImageFiles } from "../../db/seals/seals.ts";
import { canonicalJson, digestOf, sha256 } from "./canonical.ts";

type SealedParts = {
  report: { sid: string; title: string };
  contents: ReportHead;
  columns: Record<ReportField, string>;
  certificate: Certificate | null;
  itemList: SealStatement["itemList"];
  /** The images that the report counts. */
  imageSids: readonly string[];
  /** The installation's address; null if it is not configured. */
  address: string | null;
};

/**
 * Seals a report in the transaction that creates it (ADR-048): signs a statement about all of its parts, and chains it to the seal of
 * the event's earlier version and to the audit log.
 */
export async function sealReport(tx: Transaction, parts: SealedParts): Promise<SealSummary> {
  const { report, contents, columns, certificate, itemList, imageSids, address } = parts;
  const { event, version, generatedAt, generatedBy, totals } = contents;
  const key = await readSealKey(tx);
  const images = await readImageFiles(tx, imageSids);
  const statement: SealStatement = {
    format: SEAL_FORMAT,
    event,
    report: { ...report, version },
    completedAt: generatedAt,
    completedBy: generatedBy,
    rows: totals.rows,
    quantity: totals.quantity,
    images: totals.images,
    itemList,
    digests: {
      columns,
      contents: digestOf(contents),
      images: digestOf(images),
      ...(certificate && { certificate: digestOf(certificate) }),
    },
    previous: await readPrevious(tx, event.sid, version),
    audit: await readAuditEnd(tx),
    signer: { address, key: sealKeyFingerprint(key.publicKey) },
  };
  const canonical = canonicalJson(statement);
  const hash = sha256(canonical);
  const closeCode = closeCodeOf(hash);
  await insertSeal(tx, {
    reportSid: report.sid,
    projectSid: event.sid,
    closeCode,
    statement,
    hash,
    signature: key.sign(Buffer.from(canonical)),
    keyVersion: key.version,
    images,
  });
  return { closeCode, hash: hash.toString("hex"), key: statement.signer.key };
}

/** Null if the version before has no seal: then nothing older can be chained either. */
async function readPrevious(tx: Transaction, projectSid: string, version: number): Promise<SealStatement["previous"]> {
  const [newest] = await listSeals(tx, projectSid);
  const isBefore = newest?.statement.report.version === version - 1;
  return newest && isBefore ? { version: version - 1, hash: newest.hash.toString("hex") } : null;
}

async function readAuditEnd(tx: Transaction): Promise<SealStatement["audit"]> {
  const end = await readChainEnd(tx);
  return end && { position: end.position, hash: end.hash.toString("hex") };
}
