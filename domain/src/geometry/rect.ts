import { z } from "zod";

/**
 * A box on the upright photo, in whole pixels: the unrotated box, and `angle` degrees clockwise about
 * its centre, 0–360 (decision 25). A shelf's box has x 0, the photo's width and no angle.
 */
export const rectSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  angle: z.number().min(0).max(360).optional(),
});
export type Rect = z.infer<typeof rectSchema>;

/** Width and height of an upright photo, pixels. */
export const sizeSchema = z.object({ width: z.number().int().min(1), height: z.number().int().min(1) });
export type Size = z.infer<typeof sizeSchema>;
