import { randomUUID } from "node:crypto";
import { createEventEnvelope, createTransport, getEnvelopeEndpointWithUrlEncodedAuth, makeDsn } from "@sentry/core";
import type { ErrorSender } from "./error-sender.ts";

const FLUSH_MS = 2000;
const SEND_TIMEOUT_MS = 5000;

/**
 * Sends events to Sentry. Only the transport is Sentry's (envelopes, rate limits); domain's toErrorEvent decides what an event
 * contains (ADR-019).
 */
export function createSentrySender(address: string): ErrorSender {
  const dsn = makeDsn(address);
  if (!dsn) throw new Error("SENTRY_DSN cannot be read");
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  const transport = createTransport({ recordDroppedEvent: () => undefined }, async ({ body }) => {
    const response = await fetch(url, {
      method: "POST",
      // An envelope is text or bytes.
      body: body as string | Uint8Array<ArrayBuffer>,
      headers: { "content-type": "application/x-sentry-envelope" },
      redirect: "error",
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
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
      // Keeps Sentry from storing the connection's IP address.
      const sdk = { name: "precount.server", settings: { infer_ip: "never" } } as const;
      const id = randomUUID().replaceAll("-", "");
      const { breadcrumbs, ...rest } = event;
      const whole = { ...rest, breadcrumbs: [...breadcrumbs], event_id: id, timestamp: Date.now() / 1000 };
      // Failures to reach Sentry are ignored.
      transport.send(createEventEnvelope(whole, dsn, { sdk })).then(
        () => undefined,
        () => undefined,
      );
    },
    flush: async () => void (await transport.flush(FLUSH_MS)),
  };
}
