import { z } from "zod";
import { rectSchema } from "../geometry/rect.ts";
import { alternativeSchema } from "./reading.ts";
import { labelSchema, predictionSchema } from "./result.ts";

const indexed = (field: string): z.ZodString => z.string().regex(new RegExp(`^/\\d{1,4}/${field}$`));
const text = z.string().max(64);

/**
 * On a replaced value: the reading as the model gave it stands again, confidence and all; `value` says which.
 * Undo needs it, because a value typed as it was is a confirmation and not the same thing. RFC 6902 lets
 * other readers ignore a member they do not know.
 */
const restore = z.literal(true).optional();

/**
 * RFC 6902 operations on the results array, and only those of decision 21. `i` is stable: results are
 * never renumbered, so the same path always means the same sticker.
 */
export const patchSchema = z.union([
  z.object({ op: z.literal("replace"), path: indexed("code/value"), value: text, restore }),
  z.object({ op: z.literal("replace"), path: indexed("quantity/value"), value: text, restore }),
  z.object({ op: z.literal("replace"), path: indexed("rect"), value: rectSchema }),
  z.object({ op: z.literal("replace"), path: indexed("label"), value: labelSchema }),
  z.object({ op: z.literal("replace"), path: indexed("discarded"), value: z.boolean() }),
  /** What a reader said of a drawn sticker, best first of each field; it stands where nobody has typed (spec §4). */
  z.object({ op: z.literal("replace"), path: indexed("values"), value: z.array(alternativeSchema).max(40) }),
  z.object({ op: z.literal("add"), path: z.literal("/-"), value: predictionSchema }),
]);
export type Patch = z.infer<typeof patchSchema>;
