import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

export const MODEL_STATUSES = ["preview", "active", "deprecated", "retired"] as const;
export const modelStatusSchema = z.enum(MODEL_STATUSES);
export type ModelStatus = z.infer<typeof modelStatusSchema>;

export const MODEL_BACKENDS = ["onnx", "ppocr", "kserve", "fake"] as const;

export const modelSchema = z.object({
  sid: sidSchema,
  title: z.string(),
  name: z.string(),
  backend: z.enum(MODEL_BACKENDS),
  status: modelStatusSchema,
  statusDate: isoDateSchema,
  trainedAt: isoDateSchema.nullable(),
  createdAt: isoDateSchema,
});
export type Model = z.infer<typeof modelSchema>;
