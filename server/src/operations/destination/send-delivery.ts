import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { deliveryFormatSchema } from "@precount/domain";
import { decryptFor } from "../../auth/encrypt.ts";
import { KEY_NAMES } from "../../auth/key-names.ts";
import type { Database } from "../../db/connect.ts";
import type { DeliveryRow } from "../../db/destinations/deliveries.ts";
import { type DestinationRow, formerSecretOf } from "../../db/destinations/destinations.ts";
import { sendRequest } from "../../outgoing/request.ts";
import { sendFile } from "../../outgoing/send-file.ts";
import { type SendResult, ofError, ofStatus } from "../../outgoing/send-result.ts";
import { webhookHeaders } from "../../outgoing/sign-webhook.ts";
import type { WorkerContext } from "../worker-context.ts";
import { writeReportFile, writeTestFile } from "./report-file.ts";

type Context = Pick<WorkerContext, "workDir" | "allowPrivateTargets"> & { db: Database };
/** `sha256` of the file that was sent; null for a message. */
export type Sent = { result: SendResult; sha256: string | null };

/** The Standard Webhooks specification recommends 15 to 30 s. */
const WEBHOOK_TIMEOUT_MS = 15_000;

/** Makes one attempt. Failures of the receiver are part of the result; only failures of this server are thrown. */
export async function sendDelivery(
  context: Context,
  delivery: DeliveryRow,
  destination: DestinationRow,
  signal: AbortSignal,
): Promise<Sent> {
  const { db, allowPrivateTargets: allowPrivate } = context;
  const decrypt = async (stored: Buffer): Promise<string> =>
    String(await decryptFor(db, destination.sid, stored, KEY_NAMES.destinations));
  const secret = destination.secret === null ? "" : await decrypt(destination.secret);
  const { settings } = destination;
  if (settings.kind !== "webhook") return sendReport(context, { delivery, settings, secret, signal });
  const body = delivery.body ?? "";
  const former = formerSecretOf(destination);
  const secrets = former === null ? [secret] : [secret, await decrypt(former)];
  const headers = {
    "content-type": "application/json",
    "user-agent": "Precount",
    ...webhookHeaders(secrets, delivery.sid, body, new Date()),
  };
  const request = { method: "POST" as const, url: settings.url, headers, body, allowPrivate, signal };
  const result = await sendRequest({ ...request, timeoutMs: WEBHOOK_TIMEOUT_MS }).then(
    (status) => ofStatus(status, null),
    ofError,
  );
  return { result, sha256: null };
}

type Given = {
  delivery: DeliveryRow;
  settings: Exclude<DestinationRow["settings"], { kind: "webhook" }>;
  secret: string;
  signal: AbortSignal;
};

async function sendReport(context: Context, { delivery, settings, secret, signal }: Given): Promise<Sent> {
  const { db, workDir, allowPrivateTargets: allowPrivate } = context;
  const folder = await mkdtemp(join(workDir, "delivery-"));
  try {
    const format = deliveryFormatSchema.safeParse(delivery.type.replace("report.", "")).data;
    const file =
      format === undefined || delivery.subjectSid === null
        ? await writeTestFile(folder)
        : await writeReportFile(db, delivery.subjectSid, format, folder);
    if (file === null) return { result: ofError(new Error("The report was deleted.")), sha256: null };
    const result = await sendFile(settings, file, { secret, allowPrivate, signal }).catch(ofError);
    return { result, sha256: file.sha256 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
