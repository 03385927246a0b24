import { verifyChain } from "../audit/chain.ts";
import { type InstallationLocation, openInstallation } from "../db/installation.ts";
import { migrate } from "../db/migrate.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { PreviewStore } from "../storage/preview-store.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { requireOwnMark } from "../storage/require-own-files.ts";
import type { Check, CheckContext, Finding } from "./check.ts";
import { checkCounts, checkDetectionCounts, checkStatuses } from "./check-derived.ts";
import { checkBytes, checkFiles } from "./check-files.ts";
import { checkQueue } from "./check-queue.ts";

/** The audit log's hash chain is intact. A broken chain cannot be repaired. */
const checkAudit: Check = async ({ db }) => {
  const verified = await verifyChain(db);
  if (verified.ok) return [];
  const problem = `The audit log is broken at position ${verified.position}: ${verified.reason}.`;
  return [{ problem, examples: [], repair: null }];
};

/** The order matters: later checks depend on the repairs of earlier ones. */
const CHECKS: readonly Check[] = [
  checkFiles,
  checkBytes,
  checkQueue,
  checkDetectionCounts,
  checkStatuses,
  checkCounts,
  checkAudit,
];

type DoctorOptions = Pick<CheckContext, "isDeep" | "onProgress"> & { fix: boolean };

/**
 * Compares an installation's store, queue and rows with each other, with or without a running server. `fix` repairs what can be
 * repaired; this is safe while people work. Throws OperatorError if there is no database, or if the files belong to
 * another one.
 */
export async function runDoctor(
  location: InstallationLocation,
  { fix, isDeep, onProgress }: DoctorOptions,
): Promise<Finding[]> {
  const connection = await openInstallation(location);
  const queue = new JobQueue({ url: connection.url, role: "sender", onError: () => undefined });
  try {
    await migrate(connection.url);
    const { db } = connection;
    if (location.s3 === null) await requireOwnMark(db, location.dataDir);
    const context = {
      db,
      blobs: openBlobStore(location),
      previews: new PreviewStore(location.dataDir),
      queue,
      isDeep,
      onProgress,
    };
    const findings: Finding[] = [];
    for (const check of CHECKS) findings.push(...(await check(context, fix)));
    return findings;
  } finally {
    await queue.stop();
    await connection.close();
  }
}
