import { type EventItemList, itemListCan, sidSchema } from "@precount/domain";
import type { z } from "zod";
import { listChoosableLists, readEventItemList } from "../../db/items/lists.ts";
import type { Transaction } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
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
    await assignItemList(tx, { session, queue }, row, list);
    await recordChange(tx, call, { changes: [{ projectSid: sid, kind: "project", sid }], details: { itemList: list } });
    return readEventItemList(tx, { ...row, itemListSid: list });
  });
}

/** Gives an event an item list, or none, in the caller's transaction, which has locked the event for update. */
export async function assignItemList(
  tx: Transaction,
  { session, queue }: Pick<SignedInContext, "session" | "queue">,
  row: ProjectRow,
  list: string | null,
): Promise<void> {
  unwrapOrThrow(itemListCan.choose(await projectState(tx, row), session.user));
  const choices = await listChoosableLists(tx, row);
  if (list !== null && !choices.some((choice) => choice.sid === list)) throw new AppError("NOT_FOUND", NO_SUCH_LIST);
  await updateProject(tx, row.sid, { itemListSid: list });
  await enqueueItemListApplication(tx, queue, [row.sid]);
}

const NO_SUCH_LIST =
  "This item list does not exist, or belongs to none of the event's groups. Choose another one, or none.";
