import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What a proxy or a program may call its request: nothing that could be taken for something else in a log. */
const GIVEN = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
/** W3C Trace Context: version, the trace's id, the caller's span, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
/** 16 digits, which can be told over the phone. */
const OWN_BYTES = 8;

/** The caller's trace, where it is one. */
export function traceparentOf(headers: IncomingHttpHeaders): string | undefined {
  const given = String(headers["traceparent"]);
  return TRACEPARENT.test(given) ? given : undefined;
}

/** The number by which a request is found again in the log: as the caller says, else of its trace, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  if (typeof given === "string" && GIVEN.test(given)) return given;
  return TRACEPARENT.exec(String(headers["traceparent"]))?.[1] ?? randomBytes(OWN_BYTES).toString("hex");
}
