import { z } from "zod";
import { sidSchema } from "../common/id.ts";
import { rectSchema } from "../geometry/rect.ts";

/**
 * How people came to the value of an example. `typed`: a person changed it or typed it again. `blindChecked`: a second
 * person counted it without seeing the first value. `unchanged`: a person approved what the model read.
 */
export const EXAMPLE_ORIGINS = ["typed", "blindChecked", "unchanged"] as const;
export type ExampleOrigin = (typeof EXAMPLE_ORIGINS)[number];

/** How much a value counts in training, 0–1. A person who approves a whole photo has not looked at each value. */
export const IMPORTANCE: Readonly<Record<ExampleOrigin, number>> = { typed: 1, blindChecked: 1, unchanged: 0.5 };

const exampleValueSchema = z.object({
  /** The true value: digits, or empty where the sticker has none. */
  truth: z.string().regex(/^\d{0,6}$/),
  origin: z.enum(EXAMPLE_ORIGINS),
  /** The account that typed or approved the value; null if it is not known or was deleted. */
  account: sidSchema.nullable(),
});

/** The key of the example of a result. */
export const exampleKey = (imageSid: string, position: number): string => `${imageSid}/${position}`;

/** A sticker with its true values: one line of `examples.jsonl` in a folder of examples. */
export const exampleSchema = z.object({
  /** Image and result, `IMAGE/RESULT`; decides whether the example is held out. */
  key: z.string().min(1).max(100),
  /** Path of the crop in the folder: the sticker with its surroundings, in the photo's pixels. */
  file: z.string().regex(/^crops\/[\w-]+\.(png|jpg|webp)$/),
  /** The sticker's box, in pixels of the crop. */
  box: rectSchema,
  code: exampleValueSchema,
  quantity: exampleValueSchema,
  /** The person who wrote the sticker, if known. */
  writer: z.string().max(100).nullable(),
  projectSid: sidSchema,
  /** The model whose detection showed the sticker. */
  modelSid: sidSchema,
});
export type Example = z.infer<typeof exampleSchema>;
