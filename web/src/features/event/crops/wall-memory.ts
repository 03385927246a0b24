import { z } from "zod";

/** The state that the wall restores when the user comes back from a photo. It is in session storage, so that each tab has its own. */
const memorySchema = z.object({
  /** Grouping and filters that it belongs to. */
  view: z.string(),
  /** The crop at the top, by id, and how far above it the visible part starts, pixels. */
  top: z.object({ id: z.string(), offset: z.number() }).nullable(),
  active: z.string().nullable(),
});
export type WallMemory = z.infer<typeof memorySchema>;

const memoryKey = (slug: string): string => `crops.${slug}`;
const queueKey = (slug: string): string => `crops.wrong.${slug}`;

function read<T>(key: string, schema: z.ZodType<T>, otherwise: T): T {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? "null"));
  } catch {
    return otherwise;
  }
}

export const readWallMemory = (slug: string): WallMemory | null => read(memoryKey(slug), memorySchema.nullable(), null);
export const storeWallMemory = (slug: string, memory: WallMemory): void =>
  sessionStorage.setItem(memoryKey(slug), JSON.stringify(memory));

/** The ids of the stickers to retype, in order. */
export const readWrongQueue = (slug: string): string[] => read(queueKey(slug), z.array(z.string()), []);
export const storeWrongQueue = (slug: string, ids: readonly string[]): void =>
  sessionStorage.setItem(queueKey(slug), JSON.stringify(ids));
