import type { FileVerdict } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import type { ActiveSession } from "../../auth/active-session.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import type { Services } from "../context.ts";
import { openDatabaseLibrary } from "./database-library.ts";
import { verifyFile } from "./verify-file.ts";

/** Compares an uploaded export with the sealed reports that the person sees. The file is not kept. */
export async function verifyUpload(
  { db, itemFiles }: Pick<Services, "db" | "itemFiles">,
  session: ActiveSession,
  { staged, name = "" }: { staged: StagedBlob; name: string | undefined },
): Promise<FileVerdict> {
  try {
    const library = await openDatabaseLibrary({ db, session });
    return await verifyFile({ path: staged.path, name }, library, (path, sheets) => itemFiles.table(path, sheets));
  } catch (error) {
    return toVerdict(error);
  } finally {
    await staged.discard();
  }
}

/** A file that cannot be read is no export. Other errors are passed on. */
function toVerdict(error: unknown): FileVerdict {
  const isOfFile = error instanceof ProcessError && asTransientError(error) === null;
  if (!isOfFile || error.kind === "closed" || error.kind === "aborted") throw error;
  return { kind: "unknown", reason: error.message };
}
