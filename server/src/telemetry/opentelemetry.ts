import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { ProcessRole } from "@precount/domain";
import packageJson from "../../package.json" with { type: "json" };
import type { Config } from "../config/config.ts";
import type { Tracer } from "./tracer.ts";

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Exports spans to an OTLP collector over HTTP. Nothing is patched or registered globally: spans are started explicitly in a few
 * places, so that no instrumentation hooks into Node's module loader (ADR-019).
 */
export function createTracer({ url, serviceName }: NonNullable<Config["traces"]>, role: ProcessRole): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.version": packageJson.version,
      "precount.process": role,
    }),
    // OpenTelemetry reads further settings, such as headers and timeouts, from its own environment variables.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("precount");
  return {
    start: (name, { kind, attributes: facts = {}, parent, atMs }) => {
      const startTime = atMs === undefined ? {} : { startTime: atMs };
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts, ...startTime }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0")}`,
        end: (given = {}) => {
          if (given.name !== undefined) span.updateName(given.name);
          if (given.attributes) span.setAttributes(given.attributes);
          if (given.isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end(given.atMs);
        },
      };
    },
    close: async () => {
      await provider.shutdown();
    },
  };
}

function contextOf(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = traceparent?.split("-") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
