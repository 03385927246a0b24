import { verifyChain } from "../audit/chain.ts";
import { type InstallationPlace, openInstallation } from "../db/installation.ts";
import { migrate } from "../db/migrate.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { DerivedPictures } from "../storage/derived-pictures.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import type { Check, Finding } from "./check.ts";
import { checkCounts, checkStatuses } from "./derived.ts";
import { checkBytes, checkFiles } from "./files.ts";
import { checkWork } from "./work.ts";

/** Nobody can mend it: what was changed in the log stays changed. */
const checkAudit: Check = async ({ db }) => {
  const verified = await verifyChain(db);
  if (verified.ok) return [];
  const problem = `The audit log is broken at position ${verified.position}: ${verified.reason}.`;
  return [{ problem, examples: [], mending: null }];
};

/** In this order: what one mends, the next one looks at. */
const CHECKS: readonly Check[] = [checkFiles, checkBytes, checkWork, checkStatuses, checkCounts, checkAudit];

/**
 * Compares an installation's store, queue and rows with each other, beside a running server or without one; with `fix` it
 * mends what can be mended. Safe while people work. Throws OperatorError where there is no database to look at.
 */
export async function examine(
  place: InstallationPlace,
  { fix, isDeep }: { fix: boolean; isDeep: boolean },
): Promise<Finding[]> {
  const connection = await openInstallation(place);
  const queue = new JobQueue({ url: connection.url, role: "sender", onError: () => undefined });
  try {
    await migrate(connection.url);
    const { db } = connection;
    const [blobs, derived] = [openBlobStore(place), new DerivedPictures(place.dataDir)];
    const findings: Finding[] = [];
    for (const check of CHECKS) findings.push(...(await check({ db, blobs, derived, queue, isDeep }, fix)));
    return findings;
  } finally {
    await queue.stop();
    await connection.close();
  }
}
