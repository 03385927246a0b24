import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Image, type ImageDetection, shouldRetryQuery, makePatch, uploadRetryDelayMs } from "@precount/domain";
import type { Client } from "../server.ts";
import type { Tally } from "./tally.ts";

/** Think time, milliseconds. */
const PAUSE_MS = 100;
/** Retry delays of TanStack Query (1 s, 2 s, 4 s) and of the edit queue (1 s, then doubled). */
const backOffMs = (failures: number): number => Math.min(15_000, 1000 * 2 ** failures);

type Sent = { status: number | null; body: string };
type Act = {
  what: string;
  send: () => Promise<Response>;
  retryDelayMs: (failures: number, sent: Sent) => number | null;
};

const photoRetryDelayMs: Act["retryDelayMs"] = (failures, { status }) => uploadRetryDelayMs(failures, status);

/** The error code in a response of the server; null if the response did not come from the server. */
function codeOf(body: string): string | null {
  try {
    const answer = JSON.parse(body) as { code?: string; error?: { data?: { code?: string } } }; // of a call, or of a route
    return answer.error?.data?.code ?? answer.code ?? null;
  } catch {
    return null;
  }
}

/** Works in an event and retries what browsers retry automatically, with the browser's rules. */
export class RollingPerson {
  readonly #url: string;
  readonly #slug: string;
  readonly #client: Client;
  readonly #photo: Buffer;
  readonly #tally: Tally;
  readonly #images: readonly { sid: string; detectionSid: string }[];
  /** Acknowledged changes that must exist afterwards. */
  readonly uploaded: string[] = [];
  readonly edits: { detectionSid: string; key: string }[] = [];

  constructor(given: {
    url: string;
    slug: string;
    client: Client;
    photo: Buffer;
    tally: Tally;
    images: readonly { sid: string; detectionSid: string }[];
  }) {
    this.#url = given.url;
    this.#slug = given.slug;
    this.#client = given.client;
    this.#photo = given.photo;
    this.#tally = given.tally;
    this.#images = given.images;
  }

  async work(signal: AbortSignal, random: () => number): Promise<void> {
    const listening = this.#listen(signal);
    while (!signal.aborted) {
      const dice = random();
      const image = this.#images[Math.floor(random() * this.#images.length)];
      if (dice < 0.2) await this.#open();
      else if (dice < 0.45) await this.#query("image.listProjectImageSids", { slug: this.#slug });
      else if (dice < 0.65 && image) await this.#edit(image);
      else if (dice < 0.85) await this.#upload();
      else if (image) await this.#rotate(image.sid, random() < 0.5 ? "none" : "rotate180");
      await delay(PAUSE_MS);
    }
    await listening;
  }

  /** Loads a page and one of its files without retry, like a browser. */
  async #open(): Promise<void> {
    await this.#do({ what: "page", send: () => fetch(`${this.#url}/`), retryDelayMs: () => null });
    await this.#do({ what: "file", send: () => fetch(`${this.#url}/favicon.svg`), retryDelayMs: () => null });
  }

  async #query<T>(procedure: string, input: unknown): Promise<T | null> {
    const address = `${this.#url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const body = await this.#do({
      what: procedure,
      send: () => fetch(address, { headers: this.#client.headers }),
      retryDelayMs: (failures, sent) => (shouldRetryQuery(failures, codeOf(sent.body)) ? backOffMs(failures) : null),
    });
    return body === null ? null : (JSON.parse(body) as { result: { data: T } }).result.data; // our own answer
  }

  /** Sends an edit with an idempotency key until it is acknowledged, like the edit queue. */
  async #edit({ sid, detectionSid }: { sid: string; detectionSid: string }): Promise<void> {
    const image = await this.#query<Image>("image.getProjectImage", { projectSlug: this.#slug, imageSid: sid });
    const detection = image?.detections.find((candidate: ImageDetection) => candidate.sid === detectionSid);
    if (!detection) return;
    const key = randomUUID();
    const patches = [makePatch.code(0, String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0"))];
    const { revision } = detection;
    const saved = await this.#change(
      "imageDetection.pushImageDetectionPatches",
      { sid: detectionSid, patches, revision, key },
      {
        retryDelayMs: (failures, { status }) => (status === null || status >= 502 ? backOffMs(failures) : null),
      },
    );
    if (saved) this.edits.push({ detectionSid, key });
  }

  /** A change that browsers do not retry. */
  async #rotate(sid: string, rotation: string): Promise<void> {
    await this.#change("image.rotateImage", { imageSid: sid, rotation }, { retryDelayMs: () => null });
  }

  async #change(procedure: string, input: unknown, { retryDelayMs }: Pick<Act, "retryDelayMs">): Promise<boolean> {
    const headers = { ...this.#client.headers, "content-type": "application/json" };
    const body = JSON.stringify(input);
    const send = (): Promise<Response> => fetch(`${this.#url}/trpc/${procedure}`, { method: "POST", headers, body });
    return (await this.#do({ what: procedure, send, retryDelayMs })) !== null;
  }

  async #upload(): Promise<void> {
    const bytes = Buffer.concat([this.#photo, randomBytes(16)]);
    const send = (): Promise<Response> => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), "shelf.jpg");
      const { headers } = this.#client;
      return fetch(`${this.#url}/api/projects/${this.#slug}/images/upload`, { method: "POST", headers, body: form });
    };
    if ((await this.#do({ what: "upload", send, retryDelayMs: photoRetryDelayMs })) !== null)
      this.uploaded.push(createHash("sha256").update(bytes).digest("hex"));
  }

  /** Response body; null if the person saw an error. A refusal by the rules, such as a conflict, is not a failure. */
  async #do({ what, send, retryDelayMs }: Act): Promise<string | null> {
    const startedAt = performance.now();
    for (let failures = 0; ; failures += 1) {
      this.#tally.requests += 1;
      const sent = await answerOf(send);
      const { status, body } = sent;
      if (status !== null && status < 500 && status !== 404) {
        this.#tally.slowestMs = Math.max(this.#tally.slowestMs, performance.now() - startedAt);
        if (failures > 0) this.#tally.recoveredByRetry += 1;
        return status < 400 ? body : null;
      }
      this.#tally.failed += 1;
      const waitMs = retryDelayMs(failures, sent);
      if (waitMs === null) {
        this.#tally.seen.push(`${what}: ${status ?? "no answer"} ${body.slice(0, 200)}`);
        return null;
      }
      await delay(waitMs);
    }
  }

  /** Reconnects like EventSource, with the delay that the stream requested. */
  async #listen(signal: AbortSignal): Promise<void> {
    let retryMs = 2000;
    for (let openings = 0; !signal.aborted; openings += 1) {
      try {
        const address = `${this.#url}/api/projects/${this.#slug}/events`;
        const answer = await fetch(address, { headers: this.#client.headers, signal });
        if (openings > 0 && answer.ok) this.#tally.reopened += 1;
        for await (const chunk of answer.body ?? []) {
          const said = /^retry: (\d+)/m.exec(Buffer.from(chunk).toString())?.[1];
          if (said !== undefined) retryMs = Number(said);
        }
      } catch {
        // The connection was lost, or the run is over.
      }
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function answerOf(send: () => Promise<Response>): Promise<Sent> {
  try {
    const answer = await send();
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    return { status: null, body: error instanceof Error ? error.message : "" };
  }
}
