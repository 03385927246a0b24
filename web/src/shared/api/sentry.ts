import { toErrorEvent } from "@precount/domain";
import {
  type Envelope,
  type Transport,
  createEventEnvelope,
  createTransport,
  getEnvelopeEndpointWithUrlEncodedAuth,
  makeDsn,
} from "@sentry/core";

/** Repeated errors of one page load add no information. */
const MAX_EVENTS = 20;
/** Breadcrumbs hold the last visited pages. */
const MAX_BREADCRUMBS = 10;

type Settings = { dsn: string; environment: string };

/**
 * Returns a function that sends errors to Sentry. Only the protocol comes from Sentry's package. Domain's `toErrorEvent` decides what
 * an event contains (ADR-019): no URLs, cookies, user data, typed text or names of entities.
 */
export function createReport({ dsn: address, environment }: Settings, version: string) {
  const dsn = makeDsn(address);
  if (!dsn) return () => undefined;
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  const transport = createTransport({ recordDroppedEvent: () => undefined }, async ({ body }) => {
    const { status, headers } = await fetch(url, {
      method: "POST",
      // An envelope is a string or bytes.
      body: body as string | Uint8Array<ArrayBuffer>,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      keepalive: true,
    });
    const [limits, after] = [headers.get("x-sentry-rate-limits"), headers.get("retry-after")];
    return { statusCode: status, headers: { "x-sentry-rate-limits": limits, "retry-after": after } };
  });
  const pages: { category: string; message: string; timestamp: number }[] = [];
  let remaining = MAX_EVENTS;
  return (error: unknown, page: string): void => {
    if (remaining-- <= 0) return;
    const timestamp = Date.now() / 1000;
    pages.push({ category: "navigation", message: page, timestamp });
    const breadcrumbs = pages.slice(-MAX_BREADCRUMBS);
    const tags = { process: "browser" };
    const context = {
      platform: "javascript",
      release: `precount@${version}`,
      environment,
      transaction: page,
      tags,
      breadcrumbs,
    } as const;
    const event_id = crypto
      .getRandomValues(new Uint8Array(16))
      .reduce((hex, byte) => hex + byte.toString(16).padStart(2, "0"), "");
    const event = { ...toErrorEvent(error, context, `${location.origin}/`), breadcrumbs, event_id, timestamp };
    // Sentry must not record the sender's IP address.
    const sdk = { name: "precount.browser", settings: { infer_ip: "never" } } as const;
    void send(transport, createEventEnvelope(event, dsn, { sdk }));
  };
}

/** Sends an event; an unreachable Sentry is ignored. */
async function send(transport: Transport, envelope: Envelope): Promise<void> {
  try {
    await transport.send(envelope);
  } catch {
    // There is no place left to report this error to.
  }
}
