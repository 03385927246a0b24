import { z } from "zod";
import { workAtHand } from "../telemetry/work-at-hand.ts";

/** The request that a job follows from: it travels beside the payload, to the queue of those that died too. */
const originSchema = z.object({ requestId: z.string() });
type Origin = z.infer<typeof originSchema>;

/** What is put into a job's data now; nothing where no request is at hand. */
export function originNow(): { origin?: Origin } {
  const requestId = workAtHand()?.requestId;
  return requestId === undefined ? {} : { origin: { requestId } };
}

/** Of a job's data; null for one that nobody asked for. */
export function originOf(data: object): Origin | null {
  return originSchema.safeParse(Reflect.get(data, "origin")).data ?? null;
}
