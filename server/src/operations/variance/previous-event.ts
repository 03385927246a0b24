import { type AuthUser, projectCan, sidSchema } from "@precount/domain";
import type { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { type ComparableEvent, listComparableEvents } from "../../db/variance/previous-event.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";

export type PreviousEvent = {
  /** The chosen event; null without one, or if the caller may not see it. */
  chosen: ComparableEvent | null;
  choices: ComparableEvent[];
};

/** The earlier event with which an event is compared, and those that can be chosen. */
export async function getPreviousEvent(
  { db, session }: Pick<SignedInContext, "db" | "session">,
  slug: string,
): Promise<PreviousEvent> {
  const project = await requireProject({ db, session }, slug);
  const choices = await listComparableEvents(db, project, session.user);
  return { chosen: choices.find(({ sid }) => sid === project.previousEventSid) ?? null, choices };
}

export const choosePreviousEventInput = byProject.extend({ previousEvent: sidSchema.nullable() });

/** Chooses the earlier event, or none (PD-98). */
export async function choosePreviousEvent(
  { db, session, call }: SignedInContext,
  { project: { slug }, previousEvent }: z.infer<typeof choosePreviousEventInput>,
): Promise<PreviousEvent> {
  const { sid } = await requireProject({ db, session }, slug);
  await db.transaction(async (tx) => {
    const row = await lockProject(tx, sid, "update");
    const name = await assignPreviousEvent(tx, session.user, row, previousEvent);
    const changes = [{ projectSid: sid, kind: "project" as const, sid }];
    await recordChange(tx, call, { changes, details: { previousEvent: name } });
  });
  return getPreviousEvent({ db, session }, slug);
}

/**
 * Gives an event the earlier event, or none, in the caller's transaction, which has locked the event for update. Returns the
 * name of the earlier event.
 */
export async function assignPreviousEvent(
  tx: Transaction,
  user: AuthUser,
  row: ProjectRow,
  previousEvent: string | null,
): Promise<string | null> {
  unwrapOrThrow(projectCan.changeSettings(await projectState(tx, row), user));
  const choices = await listComparableEvents(tx, row, user);
  const chosen = choices.find(({ sid }) => sid === previousEvent);
  if (previousEvent !== null && !chosen) throw new AppError("NOT_FOUND", NO_SUCH_EVENT);
  await updateProject(tx, row.sid, { previousEventSid: previousEvent });
  return chosen?.name ?? null;
}

const NO_SUCH_EVENT =
  "This earlier event does not exist, has no report, or is in none of the event's groups. Choose another one, or none.";
