import { lockBlob } from "../../db/blob-references.ts";
import type { Database } from "../../db/connect.ts";
import { deleteExperimentFile, insertExperimentFile } from "../../db/experiment-files.ts";
import { newSid } from "../../lib/ids.ts";
import type { PhotoServices } from "../../processes/photo-services.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";

type Context = Pick<PhotoServices, "blobs" | "derived"> & { db: Database };

/**
 * Has a file in the store while `work` goes on, so that a worker anywhere can read it, and no longer: nothing of an experiment
 * stays. Of a server that ends in the middle it is removed by the housekeeping.
 */
export async function whileKept<T>(context: Context, staged: StagedBlob, work: () => Promise<T>): Promise<T> {
  const { db } = context;
  const { sha256 } = staged;
  const sid = newSid();
  try {
    await db.transaction(async (tx) => {
      await lockBlob(tx, sha256);
      await staged.keep();
      await insertExperimentFile(tx, { sid, sha256 });
    });
    return await work();
  } finally {
    await staged.discard();
    await deleteExperimentFile(db, sid).catch(() => undefined);
    await removeUnreferenced(context, sha256).catch(() => undefined);
  }
}
