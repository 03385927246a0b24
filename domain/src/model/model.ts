import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

export const MODEL_STATUSES = ["preview", "active", "deprecated", "retired"] as const;
export const modelStatusSchema = z.enum(MODEL_STATUSES);
export type ModelStatus = z.infer<typeof modelStatusSchema>;

/** `import` stands for boxes that people labeled with other tools (PD-159). No worker runs it. */
export const MODEL_BACKENDS = ["onnx", "ppocr", "kserve", "fake", "import"] as const;

/** A model that learned from corrections in this installation. */
export const learnedFactsSchema = z.object({
  /** The shipped model whose networks it uses. */
  adaptsSid: sidSchema,
  /** The group for whose events it is made; null for the whole installation. */
  groupSid: sidSchema.nullable(),
  /** When it was last put in use; null if it never was. */
  promotedAt: isoDateSchema.nullable(),
  /** Why its files cannot be used, for a person; null if they can. */
  problem: z.string().nullable(),
});

export const modelSchema = z.object({
  sid: sidSchema,
  title: z.string(),
  name: z.string(),
  backend: z.enum(MODEL_BACKENDS),
  status: modelStatusSchema,
  statusDate: isoDateSchema,
  trainedAt: isoDateSchema.nullable(),
  createdAt: isoDateSchema,
  /** Null for a model that was shipped or installed by an operator. */
  learned: learnedFactsSchema.nullable(),
});
export type Model = z.infer<typeof modelSchema>;

type ModelChoice = Pick<Model, "name" | "backend" | "status"> & {
  trainedAt: string | null;
  learned?: Model["learned"];
};

/**
 * The model for new images where no learned one is in use: the active model that was trained last. The tests' fake model
 * exists only if it was asked for, so it takes precedence.
 */
export function defaultModel<T extends ModelChoice>(models: readonly T[]): T | null {
  const rank = ({ backend, trainedAt }: ModelChoice): string => (backend === "fake" ? "~" : (trainedAt ?? ""));
  const ranked = models
    .filter(({ status, learned }) => status === "active" && !learned)
    .toSorted((a, b) => (rank(a) === rank(b) ? a.name.localeCompare(b.name) : rank(a) < rank(b) ? 1 : -1));
  return ranked[0] ?? null;
}

/** Whether a backend can read a drawn sticker; the others only process whole photos. */
const READS_STICKERS: Readonly<Record<Model["backend"], boolean>> = {
  onnx: true,
  ppocr: false,
  kserve: true,
  fake: true,
  import: false,
};

/**
 * The model that reads a drawn sticker: the requested one if it can, else the default model, else any other that can.
 */
export function readerModel<T extends ModelChoice & { sid: string }>(
  models: readonly T[],
  requestedSid?: string,
): T | null {
  const readers = models.filter(
    ({ backend, status, learned }) => READS_STICKERS[backend] && status !== "retired" && !learned?.problem,
  );
  return readers.find(({ sid }) => sid === requestedSid) ?? defaultModel(readers) ?? readers[0] ?? null;
}
