import { z } from "zod";
import { rectSchema } from "../geometry/rect.ts";
import { alternativeSchema } from "./reading.ts";
import { resultClassSchema, predictionSchema } from "./result.ts";

const indexed = (field: string): z.ZodString => z.string().regex(new RegExp(`^/\\d{1,4}/${field}$`));
const text = z.string().max(64);

/**
 * On a replaced value: restores the model's reading including its confidence; `value` names it. Undo needs this,
 * because typing the same value is a confirmation. RFC 6902 allows other readers to ignore unknown members.
 */
const restore = z.literal(true).optional();

/**
 * RFC 6902 operations on the results array; only those of PD-21. Indexes are stable: results are never renumbered, so
 * a path always refers to the same result.
 */
export const patchSchema = z.union([
  z.object({ op: z.literal("replace"), path: indexed("code/value"), value: text, restore }),
  z.object({ op: z.literal("replace"), path: indexed("quantity/value"), value: text, restore }),
  z.object({ op: z.literal("replace"), path: indexed("rect"), value: rectSchema }),
  z.object({ op: z.literal("replace"), path: indexed("label"), value: resultClassSchema }),
  z.object({ op: z.literal("replace"), path: indexed("discarded"), value: z.boolean() }),
  /** The reader's values for a drawn sticker, best first of each field; used where nothing was typed (spec §4). */
  z.object({ op: z.literal("replace"), path: indexed("values"), value: z.array(alternativeSchema).max(40) }),
  z.object({ op: z.literal("add"), path: z.literal("/-"), value: predictionSchema }),
]);
export type Patch = z.infer<typeof patchSchema>;
