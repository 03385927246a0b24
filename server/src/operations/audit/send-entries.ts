import type { Config } from "../../config/config.ts";
import type { AuditRow } from "../../db/audit/entries.ts";
import { readUnsent, recordSent, tryLockSending } from "../../db/audit/targets.ts";
import type { Database } from "../../db/connect.ts";
import { throttledWarning } from "../../lib/throttled-warning.ts";
import { sendRequest } from "../../outgoing/request.ts";
import type { Log } from "../../telemetry/log.ts";
import { repeat } from "../../lib/repeat.ts";

type Target = NonNullable<Config["auditTarget"]>;

/** Entries per request: at most about 2 MB, usually 200 kB. */
const BATCH = 500;
const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 1000;

/** One line of JSON. With both hashes the receiver can verify the chain itself (ADR-014). */
const toLine = ({ at, previousHash, hash, ...entry }: AuditRow): string =>
  JSON.stringify({
    ...entry,
    at: at.toISOString(),
    previousHash: previousHash?.toString("hex") ?? null,
    hash: hash?.toString("hex") ?? null,
  });

/**
 * Sends the sealed entries that the target has not accepted yet, in their order, each at least once: one that was accepted in a request
 * whose answer was lost is sent again, with the same position. Returns their number; 0 while another process sends. Throws an error if
 * the target does not accept them.
 */
export async function sendEntries(db: Database, { url, token }: Target, signal: AbortSignal): Promise<number> {
  let sent = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      if (!(await tryLockSending(tx))) return 0;
      const rows = await readUnsent(tx, url, BATCH);
      const last = rows.at(-1)?.position ?? null;
      if (last === null) return 0;
      const body = rows.map((row) => `${toLine(row)}\n`).join("");
      const headers = { "content-type": "application/x-ndjson", ...(token && { authorization: `Bearer ${token}` }) };
      // The operator has chosen the address, and AUDIT_URL is https or on this machine.
      const request = {
        method: "POST" as const,
        url,
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
        allowPrivate: true,
        signal,
      };
      const status = await sendRequest(request);
      if (status < 200 || status >= 300) throw new Error(`AUDIT_URL answered with the status ${status}`);
      await recordSent(tx, url, last);
      return rows.length;
    });
    sent += count;
    if (count < BATCH) return sent;
  }
}

/** After a failure the next attempt comes this much later. */
const PAUSE_MS = 10_000;

/** Sends new entries of the audit log to AUDIT_URL every second. Returns a function that stops it; nothing without that setting. */
export function startSendingEntries(db: Database, target: Target | null, log: Log): () => Promise<void> {
  if (target === null) return async () => undefined;
  const warn = throttledWarning(log, "the audit log could not be sent to AUDIT_URL");
  const stopping = new AbortController();
  let notBefore = 0;
  const send = async (): Promise<void> => {
    if (performance.now() >= notBefore) await sendEntries(db, target, stopping.signal);
  };
  const sending = repeat(INTERVAL_MS, send, (error) => {
    notBefore = performance.now() + PAUSE_MS;
    warn(error);
  });
  return async () => {
    stopping.abort();
    await sending.stop();
  };
}
