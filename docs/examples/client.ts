/*
 * Counts a store from a program: creates an event, uploads photos, waits for the webhook that announces the report, and downloads it.
 *
 *   PRECOUNT_URL=https://precount.example TOKEN=pc_… RECEIVER_URL=https://erp.example:8443/ node client.ts 0012.jpg …
 *
 * The token needs the scopes read, upload, export and admin. RECEIVER_URL is where Precount reaches this program, which listens on
 * RECEIVER_PORT. In between, people review the photos and complete the event.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, createServer } from "node:http";
import { basename } from "node:path";
import { text } from "node:stream/consumers";

const { PRECOUNT_URL = "", TOKEN = "", RECEIVER_URL = "", RECEIVER_PORT = "8443" } = process.env;
const authorization = `Bearer ${TOKEN}`;

/** Calls a procedure that changes something. Throws with the server's message. */
async function call<Data>(procedure: string, input: object): Promise<Data> {
  const response = await fetch(`${PRECOUNT_URL}/trpc/${procedure}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const { result, error }: { result: { data: Data }; error?: { message: string } } = await response.json();
  if (error) throw new Error(`${procedure}: ${error.message}`);
  return result.data;
}

type Message = { type: string; data: { report: { sid: string; title: string } } };

/** A message whose signature is right and not older than five minutes; null for any other. */
function verified(secret: string, headers: IncomingHttpHeaders, body: string): Message | null {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return null;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key)
    .update(`${String(id)}.${String(timestamp)}.${body}`)
    .digest();
  const isRight = String(signatures)
    .split(" ")
    .map((signature) => Buffer.from(signature.replace("v1,", ""), "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  return isRight ? (JSON.parse(body) as Message) : null; // Precount made it
}

const { slug } = await call<{ slug: string }>("project.createProject", { name: "Count by a program" });
const { signingSecret } = await call<{ signingSecret: string }>("destination.createDestination", {
  owner: { project: { slug } },
  destination: { name: "Program", settings: { kind: "webhook", url: RECEIVER_URL, types: ["report.created"] } },
});

const reported = new Promise<Message["data"]["report"]>((resolve) => {
  const server = createServer((request, response) => {
    void (async () => {
      const message = verified(signingSecret, request.headers, await text(request));
      response.writeHead(message ? 204 : 401).end();
      if (message?.type === "report.created") {
        server.close();
        resolve(message.data.report);
      }
    })();
  });
  server.listen(Number(RECEIVER_PORT));
});

for (const path of process.argv.slice(2)) {
  const form = new FormData();
  form.append("file", new Blob([await readFile(path)]), basename(path));
  const url = `${PRECOUNT_URL}/api/projects/${slug}/images/upload`;
  const response = await fetch(url, { method: "POST", headers: { authorization }, body: form });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}
process.stdout.write(`Waiting for the report of ${PRECOUNT_URL}/projects/${slug}\n`);

const report = await reported;
const download = await fetch(`${PRECOUNT_URL}/api/projects/${slug}/reports/${report.sid}/download`, {
  headers: { authorization },
});
await writeFile(`${slug}.csv`, await download.bytes());
process.stdout.write(`Saved ${report.title} as ${slug}.csv\n`);
