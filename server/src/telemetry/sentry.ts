import { randomUUID } from "node:crypto";
import { createEventEnvelope, createTransport, getEnvelopeEndpointWithUrlEncodedAuth, makeDsn } from "@sentry/core";
import type { ErrorSender } from "./report-error.ts";

const FLUSH_MS = 2000;
const SEND_MS = 5000;

/**
 * Sends events to a Sentry. Only the protocol is theirs (envelopes, what to do when it says that there is too much): what goes into
 * an event is ours alone (domain's toErrorEvent; decision record 019).
 */
export function createSentrySender(address: string): ErrorSender {
  const dsn = makeDsn(address);
  if (!dsn) throw new Error("SENTRY_DSN cannot be read");
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  const transport = createTransport({ recordDroppedEvent: () => undefined }, async ({ body }) => {
    const response = await fetch(url, {
      method: "POST",
      // A text or bytes, as an envelope is.
      body: body as string | Uint8Array<ArrayBuffer>,
      headers: { "content-type": "application/x-sentry-envelope" },
      redirect: "error",
      signal: AbortSignal.timeout(SEND_MS),
    });
    await response.body?.cancel();
    return {
      statusCode: response.status,
      headers: {
        "x-sentry-rate-limits": response.headers.get("x-sentry-rate-limits"),
        "retry-after": response.headers.get("retry-after"),
      },
    };
  });
  return {
    send: (event) => {
      // Nobody's address is to be taken from the connection.
      const sdk = { name: "precount.server", settings: { infer_ip: "never" } } as const;
      const id = randomUUID().replaceAll("-", "");
      const { breadcrumbs, ...rest } = event;
      const whole = { ...rest, breadcrumbs: [...breadcrumbs], event_id: id, timestamp: Date.now() / 1000 };
      // A Sentry that is away is no trouble of ours.
      transport.send(createEventEnvelope(whole, dsn, { sdk })).then(
        () => undefined,
        () => undefined,
      );
    },
    flush: async () => void (await transport.flush(FLUSH_MS)),
  };
}
