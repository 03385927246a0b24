import { REPORT_FIELDS, closeCodeOf } from "@precount/domain";
import { isSignedBy, sealKeyFingerprint } from "../../auth/seal-keys.ts";
import { findCertificate } from "../../db/blind-counts/certificates.ts";
import type { Queryable } from "../../db/connect.ts";
import { findReport } from "../../db/reports/read.ts";
import { reportRowBatches } from "../../db/reports/rows.ts";
import { type SealRow, readSealedImages } from "../../db/seals/seals.ts";
import { canonicalJson, digestOf, sha256 } from "./canonical.ts";
import { ColumnDigests } from "./column-digests.ts";

/** The differences between the database and a report's seal, in words. Empty without any. */
export async function checkStoredSeal(db: Queryable, seal: SealRow): Promise<string[]> {
  const { statement, hash, signature, publicKey, closeCode } = seal;
  const bytes = Buffer.from(canonicalJson(statement));
  const problems: string[] = [];
  const expect = (isRight: boolean, problem: string): void => {
    if (!isRight) problems.push(problem);
  };
  expect(sha256(bytes).equals(hash), "the signed statement does not have the stored hash.");
  expect(isSignedBy(publicKey, bytes, signature), "the signature does not match the statement.");
  expect(sealKeyFingerprint(publicKey) === statement.signer.key, "the statement names another key.");
  expect(closeCodeOf(sha256(bytes)) === closeCode, "the close code does not match the statement.");
  const { columns, contents, images, certificate = null } = statement.digests;
  const report = await findReport(db, seal.reportSid);
  expect(report !== null && digestOf(report.contents) === contents, "the stored totals or exceptions were changed.");
  expect(
    digestOf(await readSealedImages(db, seal.reportSid)) === images,
    "the stored list of source images was changed.",
  );
  const storedCertificate = await findCertificate(db, seal.reportSid);
  expect((storedCertificate && digestOf(storedCertificate)) === certificate, "the stored certificate was changed.");
  const digests = new ColumnDigests(REPORT_FIELDS);
  for await (const rows of reportRowBatches(db, seal.reportSid)) digests.add(rows);
  const stored = digests.digests();
  expect(
    REPORT_FIELDS.every((field) => stored[field] === columns[field]),
    "the stored rows were changed.",
  );
  return problems;
}
