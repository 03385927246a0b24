import { z } from "zod";
import { sidSchema } from "../common/id.ts";
import { nameSchema } from "../common/name.ts";

/** The group of everyone and every event, until an admin says otherwise (decision 47). It has no row and cannot be deleted. */
export const EVERYONE = "everyone";
/** A group's sid, or everyone's. */
export const groupIdSchema = z.union([z.literal(EVERYONE), sidSchema], { error: "Invalid group" });

export const groupNameSchema = nameSchema(1, "Please enter a name").refine(
  (name) => name.toLowerCase() !== EVERYONE,
  "Everyone is a group already",
);

/** Of which groups a person or an event is; in none, only admins see it. */
export const groupIdsSchema = z
  .array(groupIdSchema)
  .max(200)
  .transform((ids) => [...new Set(ids)]);

/** A group as admins see it in a list. */
export const groupSchema = z.object({
  sid: groupIdSchema,
  name: z.string(),
  /** How many people and events are in it. */
  users: z.number().int(),
  events: z.number().int(),
});
export type Group = z.infer<typeof groupSchema>;

/** Whether the two share a group. */
export const sharesGroup = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id));
