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

type Choosable = Pick<Model, "name" | "backend" | "status"> & { trainedAt: string | null };

/**
 * What new photos go through: an active one, the latest trained. The fake one of tests is there only when
 * somebody asked for it, so it is what they want.
 */
export function defaultModel<T extends Choosable>(models: readonly T[]): T | null {
  const rank = ({ backend, trainedAt }: Choosable): string => (backend === "fake" ? "~" : (trainedAt ?? ""));
  const ranked = models
    .filter(({ status }) => status === "active")
    .toSorted((a, b) => (rank(a) === rank(b) ? a.name.localeCompare(b.name) : rank(a) < rank(b) ? 1 : -1));
  return ranked[0] ?? null;
}

/** Whether a kind of model can read a sticker whose place a person has drawn; the others only find and read whole photos. */
const READS_STICKERS: Readonly<Record<Model["backend"], boolean>> = {
  onnx: true,
  ppocr: false,
  kserve: true,
  fake: true,
};

/** Which model reads a drawn sticker: the wanted one if it can, else what new photos go through, else any other that can. */
export function readerModel<T extends Choosable & { sid: string }>(models: readonly T[], wantedSid?: string): T | null {
  const readers = models.filter(({ backend, status }) => READS_STICKERS[backend] && status !== "retired");
  return readers.find(({ sid }) => sid === wantedSid) ?? defaultModel(readers) ?? readers[0] ?? null;
}
