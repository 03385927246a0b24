import {
  type Area,
  type AuthUser,
  type Project,
  areaStatusSchema,
  authUserSchema,
  projectStatusSchema,
} from "@precount/domain";
import { z } from "zod";

/** The event and the user as the capture page shows them, stored on the device for offline use. */
const snapshotSchema = z.object({
  user: authUserSchema,
  event: z.object({
    slug: z.string(),
    name: z.string(),
    status: projectStatusSchema,
    isArchived: z.boolean(),
    images: z.object({ total: z.number(), settled: z.number() }),
  }),
  areas: z.array(z.object({ number: z.number(), status: areaStatusSchema })),
});
export type EventSnapshot = z.infer<typeof snapshotSchema>;
export type AreaSnapshot = EventSnapshot["areas"][number];

export function toEventSnapshot(user: AuthUser, event: Project, areas: readonly Area[]): EventSnapshot {
  return snapshotSchema.parse({
    user,
    event,
    areas: areas.map(({ name, status }) => ({ number: Number(name), status })).toSorted((a, b) => a.number - b.number),
  });
}

/** Null if the text is not a snapshot, or of an older version of this app. */
export function parseEventSnapshot(text: string | null): EventSnapshot | null {
  try {
    const parsed = snapshotSchema.safeParse(JSON.parse(text ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
