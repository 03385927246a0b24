import { z } from "zod";
import { areaRangeSchema } from "../area/area.ts";
import { sidSchema } from "../common/id.ts";
import { groupIdsSchema } from "../group/group.ts";
import { projectNameSchema, slugSchema, storeNumberSchema } from "./project.ts";

/** A new event. Only the name is required; null or a missing field leaves an option out (PD-175). */
export const createProjectInputSchema = z.object({
  name: projectNameSchema,
  slug: slugSchema.optional(),
  preview: z.boolean().default(false),
  /** Missing means the group of everyone. */
  groups: groupIdsSchema.optional(),
  storeNumber: storeNumberSchema.optional(),
  /** The areas to create. */
  areas: areaRangeSchema.nullish(),
  /** The item list of one of the event's groups. */
  itemList: sidSchema.nullish(),
  /** The model that reads the event's photos. */
  model: sidSchema.nullish(),
  /** The earlier event with which the event is compared. */
  previousEvent: sidSchema.nullish(),
});
export type CreateProjectInput = z.infer<typeof createProjectInputSchema>;
