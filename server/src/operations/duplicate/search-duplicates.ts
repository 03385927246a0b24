import { pairCan } from "@precount/domain";
import { listImageSids } from "../../db/images/sids.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueDuplicateSearch } from "../../queue/enqueue.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "../project/require-project.ts";

/** Searches all images of an event again, for example those from before this search existed. Returns their number. */
export async function searchDuplicates(
  { db, session, call, queue }: SignedInContext,
  slug: string,
): Promise<{ images: number }> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const event = await projectState(tx, await lockProject(tx, projectSid, "share"));
    unwrapOrThrow(pairCan.search(event, session.user));
    const { sids } = await listImageSids(tx, projectSid);
    await enqueueDuplicateSearch(tx, queue, sids);
    await recordAudit(tx, call, { projectSid, details: { images: sids.length } });
    return { images: sids.length };
  });
}
