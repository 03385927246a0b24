import { z } from "zod";
import { sidSchema } from "../common/id.ts";
import { nameSchema } from "../common/name.ts";

/**
 * The default group, which contains all users and events until an admin changes that (PD-47). It has no row and
 * cannot be deleted.
 */
export const EVERYONE = "everyone";
/** A group's sid, or `everyone`. */
export const groupIdSchema = z.union([z.literal(EVERYONE), sidSchema], { error: "Invalid group" });

export const groupNameSchema = nameSchema(1, "Please enter a name").refine(
  (name) => name.toLowerCase() !== EVERYONE,
  "A group named Everyone already exists",
);

/** The groups of a user or an event. Without groups, only admins see it. */
export const groupIdsSchema = z
  .array(groupIdSchema)
  .max(200)
  .transform((ids) => [...new Set(ids)]);

/** A row of the admins' group list. */
export const groupSchema = z.object({
  sid: groupIdSchema,
  name: z.string(),
  /** Number of users and events in the group. */
  users: z.number().int(),
  events: z.number().int(),
});
export type Group = z.infer<typeof groupSchema>;

/** Whether two group lists have a common group. */
export const sharesGroup = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id));

/** The groups after a change from `known` to `wanted`: what others have added to or removed from `current` meanwhile stays. */
export function mergeGroups(current: readonly string[], known: readonly string[], wanted: readonly string[]): string[] {
  const kept = current.filter((sid) => wanted.includes(sid) || !known.includes(sid));
  const added = wanted.filter((sid) => !known.includes(sid) && !kept.includes(sid));
  return [...kept, ...added];
}
