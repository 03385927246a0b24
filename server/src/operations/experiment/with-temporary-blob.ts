import { lockBlob } from "../../db/blob-references.ts";
import { deleteExperimentFile, insertExperimentFile } from "../../db/experiment-files.ts";
import { newSid } from "../../lib/ids.ts";
import type { Services } from "../context.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";

type Context = Pick<Services, "blobs" | "db" | "previews">;

/**
 * Keeps a staged file in the store while `work` runs, so that a worker on any machine can read it, and removes it afterwards.
 * Housekeeping removes the files of a server that was killed meanwhile.
 */
export async function withTemporaryBlob<T>(context: Context, staged: StagedBlob, work: () => Promise<T>): Promise<T> {
  const { db } = context;
  const { sha256 } = staged;
  const sid = newSid();
  try {
    await db.transaction(async (tx) => {
      await lockBlob(tx, sha256);
      await staged.commit();
      await insertExperimentFile(tx, { sid, sha256 });
    });
    return await work();
  } finally {
    await staged.discard();
    await deleteExperimentFile(db, sid).catch(() => undefined);
    await removeUnreferenced(context, sha256).catch(() => undefined);
  }
}
