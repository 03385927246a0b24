import { type EventItemList, itemListCan, sidSchema } from "@precount/domain";
import type { z } from "zod";
import { readEventItemList } from "../../db/items/lists.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueItemListApplication } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";

export const chooseItemListInput = byProject.extend({ list: sidSchema.nullable() });

/** Chooses the item list of an event, or none. Its results follow in a job. */
export async function chooseItemList(
  { db, session, call, queue }: SignedInContext,
  { project, list }: z.infer<typeof chooseItemListInput>,
): Promise<EventItemList> {
  const { sid } = await requireProject({ db, session }, project.slug);
  return db.transaction(async (tx) => {
    const row = await lockProject(tx, sid, "update");
    unwrapOrThrow(itemListCan.choose(await projectState(tx, row), session.user));
    const { choices } = await readEventItemList(tx, row);
    if (list !== null && !choices.some((choice) => choice.sid === list)) throw notFound("item list");
    await updateProject(tx, sid, { itemListSid: list });
    await enqueueItemListApplication(tx, queue, [sid]);
    await recordChange(tx, call, { changes: [{ projectSid: sid, kind: "project", sid }], details: { itemList: list } });
    return readEventItemList(tx, { ...row, itemListSid: list });
  });
}
