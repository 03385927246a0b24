import { z } from "zod";
import { currentWork } from "../telemetry/work-context.ts";

/** The request that caused a job, and its trace. They are stored beside the payload, in dead-letter queues too. */
const originSchema = z.object({ requestId: z.string().optional(), traceparent: z.string().optional() });
export type JobOrigin = { requestId?: string; traceparent?: string };

/** The origin of jobs sent now; nothing outside of a request or job. */
export function currentOrigin(): { origin?: JobOrigin } {
  const { requestId, traceparent } = currentWork() ?? {};
  const origin = { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) };
  return Object.keys(origin).length === 0 ? {} : { origin };
}

/** The origin in a job's data; empty when it has none. */
export function readOrigin(data: object): JobOrigin {
  const { requestId, traceparent } = originSchema.safeParse(Reflect.get(data, "origin")).data ?? {};
  return { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) };
}
