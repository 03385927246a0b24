import { z } from "zod";
import { currentWork } from "../telemetry/work-context.ts";

/** The request that a job follows from, and its trace: they travel beside the payload, to the queue of those that died too. */
const originSchema = z.object({ requestId: z.string().optional(), traceparent: z.string().optional() });
type Origin = { requestId?: string; traceparent?: string };

/** What is put into a job's data now; nothing where nothing is at hand. */
export function currentOrigin(): { origin?: Origin } {
  const { requestId, traceparent } = currentWork() ?? {};
  const origin = { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) };
  return Object.keys(origin).length === 0 ? {} : { origin };
}

/** Of a job's data; empty for one that nobody asked for. */
export function readOrigin(data: object): Origin {
  const { requestId, traceparent } = originSchema.safeParse(Reflect.get(data, "origin")).data ?? {};
  return { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) };
}
