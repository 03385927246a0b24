import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Accepted form of a client's request id: no characters that could forge log content. */
const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
/** W3C Trace Context: version, trace id, parent span id, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
/** 16 hex digits: short enough to read out over the phone. */
const GENERATED_BYTES = 8;

/** The client's `traceparent` header, if valid. */
export function traceparentOf(headers: IncomingHttpHeaders): string | undefined {
  const given = String(headers["traceparent"]);
  return TRACEPARENT.test(given) ? given : undefined;
}

/** The id of a request in the log: the client's `x-request-id`, else its trace id, else a generated one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  if (typeof given === "string" && CLIENT_ID.test(given)) return given;
  return TRACEPARENT.exec(String(headers["traceparent"]))?.[1] ?? randomBytes(GENERATED_BYTES).toString("hex");
}
