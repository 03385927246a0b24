import { EVERYONE, groupIdSchema, may, sharesGroup } from "@precount/domain";
import { z } from "zod";
import type { ListOwner } from "../../db/items/lists.ts";
import { lockGroups } from "../../db/groups.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** The owner of the item list that a call names. */
export const byListOwner = z.union([byProject, z.object({ group: groupIdSchema })]);
export type NamedOwner = z.infer<typeof byListOwner>;

/** The owner, if the caller may see the list: members of the group, and people who see the event. Throws NOT_FOUND. */
export async function requireListOwner(
  { db, session }: Pick<SignedInContext, "db" | "session">,
  owner: NamedOwner,
): Promise<ListOwner> {
  if ("project" in owner) {
    const { sid } = await requireProject({ db, session }, owner.project.slug);
    return { projectSid: sid };
  }
  const isMember = owner.group === EVERYONE || sharesGroup(session.user.groups ?? [], [owner.group]);
  if (!isMember && !may(session.user, "group.change").ok) throw notFound("group");
  const existing = await db.transaction((tx) => lockGroups(tx, [owner.group]));
  if (!existing.has(owner.group)) throw notFound("group");
  return { groupId: owner.group };
}
