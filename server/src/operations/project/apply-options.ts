import { type CreateProjectInput, areaCan, formatAreaRun, projectCan } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { type Change, areaChanges } from "../../live/publish-change.ts";
import { addAreas } from "../area/ranges.ts";
import type { SignedInContext } from "../context.ts";
import { assignItemList } from "../item/choose-item-list.ts";
import { assignPreviousEvent } from "../variance/previous-event.ts";
import { requireEventModel } from "./require-event-model.ts";

/** The parts of a new event that the screens of an existing one change by calls of their own. */
export type NewEventOptions = Pick<CreateProjectInput, "areas" | "itemList" | "model" | "previousEvent">;

type Context = Pick<SignedInContext, "queue" | "session">;
type Details = Record<string, string>;

/**
 * Applies the options of an event that the transaction has inserted, by the same rules as the calls that change them later.
 * Returns the new areas to publish, and the details for the audit entry.
 */
export async function applyOptions(
  tx: Transaction,
  context: Context,
  sid: string,
  { areas, itemList, model, previousEvent }: NewEventOptions,
): Promise<{ areaChanges: Change[]; details: Details }> {
  const row = await lockProject(tx, sid, "update");
  const details: Details = {};
  if (model) details["model"] = await assignModel(tx, context, row, model);
  if (previousEvent) {
    const name = await assignPreviousEvent(tx, context.session.user, row, previousEvent);
    if (name !== null) details["previousEvent"] = name;
  }
  if (itemList) {
    await assignItemList(tx, context, row, itemList);
    details["itemList"] = itemList;
  }
  if (!areas) return { areaChanges: [], details };
  unwrapOrThrow(areaCan.edit(await projectState(tx, row)));
  const made = await addAreas(tx, context.queue, sid, areas);
  const sids = made.map((area) => area.sid);
  return { areaChanges: areaChanges(sid, sids), details: { ...details, areas: formatAreaRun(areas) } };
}

async function assignModel(tx: Transaction, { session }: Context, row: ProjectRow, modelSid: string): Promise<string> {
  unwrapOrThrow(projectCan.changeSettings(await projectState(tx, row), session.user));
  const { title } = await requireEventModel(tx, session.user, modelSid);
  await updateProject(tx, row.sid, { modelSid });
  return title;
}
