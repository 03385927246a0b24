import { toErrorEvent } from "@precount/domain";
import {
  type Envelope,
  type Transport,
  createEventEnvelope,
  createTransport,
  getEnvelopeEndpointWithUrlEncodedAuth,
  makeDsn,
} from "@sentry/core";

/** A page that fails again and again says nothing new. */
const MAX_EVENTS = 20;
/** Of the pages before. */
const MAX_BREADCRUMBS = 10;

type Settings = { dsn: string; environment: string };

/**
 * Tells a Sentry of failures. Only the protocol is theirs: what goes into an event is ours alone (domain's toErrorEvent; docs/decisions/019),
 * so no address, no cookie, no person, nothing that was typed or is called somehow.
 */
export function createReport({ dsn: address, environment }: Settings, version: string) {
  const dsn = makeDsn(address);
  if (!dsn) return () => undefined;
  const url = getEnvelopeEndpointWithUrlEncodedAuth(dsn);
  const transport = createTransport({ recordDroppedEvent: () => undefined }, async ({ body }) => {
    const { status, headers } = await fetch(url, {
      method: "POST",
      // A text or bytes, as an envelope is.
      body: body as string | Uint8Array<ArrayBuffer>,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      keepalive: true,
    });
    const [limits, after] = [headers.get("x-sentry-rate-limits"), headers.get("retry-after")];
    return { statusCode: status, headers: { "x-sentry-rate-limits": limits, "retry-after": after } };
  });
  const pages: { category: string; message: string; timestamp: number }[] = [];
  let left = MAX_EVENTS;
  return (error: unknown, page: string): void => {
    if (left-- <= 0) return;
    const timestamp = Date.now() / 1000;
    pages.push({ category: "navigation", message: page, timestamp });
    const breadcrumbs = pages.slice(-MAX_BREADCRUMBS);
    const tags = { process: "browser" };
    const site = {
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
    const event = { ...toErrorEvent(error, site, `${location.origin}/`), breadcrumbs, event_id, timestamp };
    // Nobody's address is to be taken from the connection.
    const sdk = { name: "precount.browser", settings: { infer_ip: "never" } } as const;
    void send(transport, createEventEnvelope(event, dsn, { sdk }));
  };
}

/** A Sentry that is away is no trouble of ours. */
async function send(transport: Transport, envelope: Envelope): Promise<void> {
  try {
    await transport.send(envelope);
  } catch {
    // Nobody hears it.
  }
}
