import { sidSchema } from "@precount/domain";
import { z } from "zod";
import type { Queryable } from "../../db/connect.ts";
import { hasGroup } from "../../db/groups.ts";
import { notFound } from "../../errors/app-error.ts";

/** A group whose events learn on their own; null for the whole installation. */
export const learningScopeInput = z.object({ groupSid: sidSchema.nullable() });
export type LearningScope = z.infer<typeof learningScopeInput>;

/** Throws NOT_FOUND for an unknown group. */
export async function requireScope(db: Queryable, { groupSid }: LearningScope): Promise<void> {
  if (groupSid !== null && !(await hasGroup(db, groupSid))) throw notFound("group");
}

/** The subject of audit entries about a scope. */
export const scopeSubject = (groupSid: string | null) =>
  groupSid === null ? { kind: "server", sid: "learning" } : { kind: "group", sid: groupSid };
