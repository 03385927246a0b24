import type { ProcessRole } from "@precount/domain";
import type { Config } from "../config/config.ts";
import type { ActiveSpan, SpanAttributes, SpanKind, SpanOptions, Tracer } from "./tracer.ts";
import { currentWork, runWithWork } from "./work-context.ts";

/** One tracer per process. */
let tracer: Tracer | null = null;

/** Exports spans from now on if a collector is configured; otherwise OpenTelemetry is not loaded. Returns a function that stops it. */
export async function startTracing(
  { traces }: Pick<Config, "traces">,
  role: ProcessRole,
): Promise<() => Promise<void>> {
  if (traces === null) return async () => undefined;
  const { createTracer } = await import("./opentelemetry.ts");
  tracer = createTracer(traces, role);
  return async () => {
    const last = tracer;
    tracer = null;
    await last?.close();
  };
}

/** Starts a span; null while tracing is off. */
export const startSpan = (name: string, options: SpanOptions): ActiveSpan | null =>
  tracer?.start(name, options) ?? null;

/** Runs `task` as a child span of the current work. A failure is marked without its message. */
export async function traced<T>(
  name: string,
  { kind = "internal", attributes = {} }: { kind?: SpanKind; attributes?: SpanAttributes },
  task: () => Promise<T>,
): Promise<T> {
  const work = currentWork();
  const span = startSpan(name, { kind, attributes, parent: work?.traceparent });
  if (!span) return task();
  try {
    const result = await runWithWork({ ...work, traceparent: span.traceparent }, task);
    span.end();
    return result;
  } catch (error) {
    span.end({ isFailed: true });
    throw error;
  }
}
