import { timelineActions } from "@precount/domain";
import type { z } from "zod";
import { type TimelinePerson, listTimelinePeople } from "../../db/history/people.ts";
import type { SignedInContext } from "../context.ts";
import type { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** The people of an event's timeline, for its filter. */
export async function fetchPeople(
  ctx: SignedInContext,
  { project }: z.infer<typeof byProject>,
): Promise<TimelinePerson[]> {
  const { sid: projectSid } = await requireProject(ctx, project.slug);
  return listTimelinePeople(ctx.db, { projectSid, actions: timelineActions() });
}
