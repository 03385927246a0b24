import { projectCan, sidSchema } from "@precount/domain";
import type { z } from "zod";
import { findProject, lockProject, projectState } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { type ComparableEvent, listComparableEvents } from "../../db/variance/previous-event.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
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
    unwrapOrThrow(projectCan.changeSettings(await projectState(tx, row), session.user));
    const choices = await listComparableEvents(tx, row, session.user);
    if (previousEvent !== null && !choices.some((choice) => choice.sid === previousEvent)) throw notFound("event");
    await updateProject(tx, sid, { previousEventSid: previousEvent });
    const name = previousEvent === null ? null : ((await findProject(tx, previousEvent))?.name ?? null);
    const changes = [{ projectSid: sid, kind: "project" as const, sid }];
    await recordChange(tx, call, { changes, details: { previousEvent: name } });
  });
  return getPreviousEvent({ db, session }, slug);
}
