import type { ProcessRole } from "@precount/domain";
import type { Config } from "../config/config.ts";
import { runWithWork, currentWork } from "./work-context.ts";

/** As OpenTelemetry has them: who is called, who calls, who puts into a queue, who takes out of it. */
type SpanKind = "server" | "internal" | "producer" | "consumer";
/** Never what somebody typed, is called, or an address: names of calls, routes and queues, numbers. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** Which one it is part of, as W3C's `traceparent`. */
  parent: string | undefined;
  /** When it began, milliseconds since 1970; now when not said. */
  atMs?: number;
};

export type ActiveSpan = {
  /** How it is told to whoever goes on with it. */
  traceparent: string;
  end(given?: { name?: string; attributes?: SpanAttributes; isFailed?: boolean; atMs?: number }): void;
};

export type Tracer = {
  start(name: string, start: SpanOptions): ActiveSpan;
  /** Sends the last ones. */
  close(): Promise<void>;
};

/** Of the process: spans of all that it does go to one place. */
let tracer: Tracer | null = null;

/** Where a collector is set up, spans go there from now on; else nothing is loaded and nothing is measured. Returns what ends it. */
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

/** Null while nobody traces. */
export const startSpan = (name: string, start: SpanOptions): ActiveSpan | null => tracer?.start(name, start) ?? null;

/** Runs `task` as a span of what is at hand. A failure marks it, without its words. */
export async function traced<T>(
  name: string,
  { kind = "internal", facts = {} }: { kind?: SpanKind; facts?: SpanAttributes },
  task: () => Promise<T>,
): Promise<T> {
  const work = currentWork();
  const span = startSpan(name, { kind, attributes: facts, parent: work?.traceparent });
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
