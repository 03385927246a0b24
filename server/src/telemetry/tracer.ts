/** The span kinds of OpenTelemetry. */
export type SpanKind = "server" | "internal" | "producer" | "consumer";
/** Names of calls, routes and queues, and numbers. Never text from users, names of people or addresses. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** The parent span as a W3C `traceparent`. */
  parent: string | undefined;
  /** Start time in milliseconds since 1970; default: now. */
  atMs?: number;
};

export type ActiveSpan = {
  /** W3C `traceparent`, for passing the span on to another process. */
  traceparent: string;
  end(given?: { name?: string; attributes?: SpanAttributes; isFailed?: boolean; atMs?: number }): void;
};

export type Tracer = {
  start(name: string, options: SpanOptions): ActiveSpan;
  /** Exports the remaining spans. */
  close(): Promise<void>;
};
