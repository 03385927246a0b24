import { forgetDroppedFile, listDroppedFiles } from "../../db/learning/dropped-files.ts";
import type { Services } from "../context.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";

/** Removes the files of deleted examples, unless another row refers to the same bytes. */
export async function removeDroppedFiles(store: Pick<Services, "blobs" | "db" | "previews">): Promise<void> {
  for await (const sha256 of listDroppedFiles(store.db)) {
    await removeUnreferenced(store, sha256);
    await forgetDroppedFile(store.db, sha256);
  }
}
