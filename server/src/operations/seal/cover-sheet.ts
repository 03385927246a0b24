import { SEAL_FORMAT, type Seal, closeCodeOf } from "@precount/domain";
import { canonicalJson, sha256 } from "./canonical.ts";

export const COVER_SHEET = "Cover";
const STATEMENT = "Signed statement";
const SIGNATURE = "Signature";
const PUBLIC_KEY = "Public key";

/** The cells of a workbook's cover sheet: the seal for people, and as the signed text, so that the workbook can be verified by itself. */
export function coverRows({ statement, signature, publicKey }: Seal): string[][] {
  const canonical = canonicalJson(statement);
  const hash = sha256(canonical);
  const { report, event, completedAt, completedBy, signer } = statement;
  return [
    ["Report", report.title],
    ["Close code", closeCodeOf(hash)],
    ["Event", event.name],
    ["Version", String(report.version)],
    ["Completed (UTC)", completedAt],
    ["Completed by", completedBy.name],
    ["Stickers", String(statement.rows)],
    ["Quantity", String(statement.quantity)],
    ["Images", String(statement.images)],
    ["Installation", signer.address ?? "(no address)"],
    ["Key", signer.key],
    ["SHA-256", hash.toString("hex")],
    [STATEMENT, canonical],
    [SIGNATURE, signature],
    [PUBLIC_KEY, publicKey],
    [
      "How to verify",
      `Choose Verify a report in Precount, or run: precount verify FILE. Format: ${SEAL_FORMAT}, RFC 8785, Ed25519`,
    ],
  ];
}

/** The seal on a cover sheet, unchecked; null if the sheet has none. */
export function sealOnCover(rows: readonly (readonly string[])[]): unknown {
  const cells = new Map(rows.map(([label = "", value = ""]) => [label, value]));
  const [statement, signature, publicKey] = [STATEMENT, SIGNATURE, PUBLIC_KEY].map((label) => cells.get(label));
  if (statement === undefined) return null;
  try {
    return { statement: JSON.parse(statement), signature, publicKey };
  } catch {
    return null;
  }
}
