import {
  type Area,
  type AuthUser,
  type Project,
  areaStatusSchema,
  authUserSchema,
  projectStatusSchema,
} from "@precount/domain";
import { z } from "zod";

/** What taking photos needs to know of an event and of who takes them: kept on the device, for a place without a network. */
const factsSchema = z.object({
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
export type EventSnapshot = z.infer<typeof factsSchema>;
export type AreaSnapshot = EventSnapshot["areas"][number];

export function toEventSnapshot(user: AuthUser, event: Project, areas: readonly Area[]): EventSnapshot {
  return factsSchema.parse({
    user,
    event,
    areas: areas.map(({ name, status }) => ({ number: Number(name), status })).toSorted((a, b) => a.number - b.number),
  });
}

/** Null for what is none, or of an older version of this program. */
export function parseEventSnapshot(text: string | null): EventSnapshot | null {
  try {
    const read = factsSchema.safeParse(JSON.parse(text ?? "null"));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
