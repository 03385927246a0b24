import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Image, makePatch } from "@precount/domain";
import { CallError, type Client, signIn } from "../server.ts";
import type { Ledger } from "./ledger.ts";

const RETRY_MS = 100;

/** Does what people do in an event, and what their browsers do when the server goes away: try again until it answers. */
export class ChaosPerson {
  readonly #url: string;
  readonly #slug: string;
  readonly #photo: Buffer;
  readonly #document: Buffer;
  readonly #ledger: Ledger;
  readonly #random: () => number;
  readonly #own: Ledger["photos"] = [];
  #client: Client | undefined;
  #givenUp: AbortSignal | undefined;

  constructor(given: {
    url: string;
    slug: string;
    photo: Buffer;
    document: Buffer;
    ledger: Ledger;
    random: () => number;
  }) {
    this.#url = given.url;
    this.#slug = given.slug;
    this.#photo = given.photo;
    this.#document = given.document;
    this.#ledger = given.ledger;
    this.#random = given.random;
  }

  /** Until `signal` says that it is enough; what is in hand then is finished, unless `givenUp` says that nobody will answer. */
  async work(signal: AbortSignal, givenUp: AbortSignal): Promise<void> {
    this.#givenUp = givenUp;
    await this.#persist(() => this.#call("project.createProject", { name: this.#slug, slug: this.#slug }));
    while (!signal.aborted) {
      const dice = this.#random();
      if (dice < 0.4 || this.#own.length === 0) await this.#upload();
      else if (dice < 0.8) await this.#edit();
      else if (dice < 0.93) await this.#complete();
      else await this.#sendDocument();
    }
  }

  /** The same bytes again and again, until the server says that it has them. */
  async #upload(): Promise<void> {
    const bytes = Buffer.concat([this.#photo, randomBytes(16)]);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const answer = await this.#persist(async () => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), `${sha256.slice(0, 8)}.jpg`);
      return this.#post<{ images: { sid: string; sha256: string }[] }>(
        `/api/projects/${this.#slug}/images/upload`,
        form,
      );
    });
    const [image] = answer?.images ?? [];
    if (!image) return;
    const photo = { project: this.#slug, sid: image.sid, sha256 };
    this.#own.push(photo);
    this.#ledger.photos.push(photo);
  }

  /** One code, under a key of its own: however often it is sent, it is one edit. */
  async #edit(): Promise<void> {
    const { sid: imageSid } = this.#own[Math.floor(this.#random() * this.#own.length)] ?? { sid: "" };
    const image = await this.#persist(() =>
      this.#query<Image>("image.getProjectImage", { projectSlug: this.#slug, imageSid }),
    );
    const detection = image?.detections[0];
    if (!detection) return;
    const key = randomUUID();
    const code = String(Math.floor(this.#random() * 1_000_000)).padStart(6, "0");
    const patches = [makePatch.code(0, code)];
    const { sid, revision } = detection;
    const pushed = await this.#persist(() =>
      this.#call("imageDetection.pushImageDetectionPatches", { sid, patches, revision, key }),
    );
    if (pushed !== null) this.#ledger.edits.push({ detectionSid: sid, key });
  }

  /** An event of one rejected photo, completed; the report is for good. */
  async #complete(): Promise<void> {
    const slug = `${this.#slug}-${randomUUID().slice(0, 8)}`;
    await this.#persist(() => this.#call("project.createProject", { name: slug, slug }));
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(Buffer.concat([this.#photo, randomBytes(16)]))]), "1.jpg");
    const uploaded = await this.#persist(() =>
      this.#post<{ images: { sid: string }[] }>(`/api/projects/${slug}/images/upload`, form),
    );
    const [image] = uploaded?.images ?? [];
    if (!image) return;
    await this.#persist(() => this.#call("image.rejectImage", { sid: image.sid }));
    const completed = await this.#persist(() => this.#call("project.completeProject", { slug }));
    // Null when an earlier answer was lost: then it is completed already, and nobody was told the report.
    if (completed !== null) this.#ledger.reports.push({ project: slug, sid: completed.report.sid });
  }

  async #sendDocument(): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(this.#document)]), "count.pdf");
    // A task whose answer was lost is sent again and is another one: no key says that it is the same.
    const path = `/api/tasks/eventId/${this.#slug}/projectId/${this.#slug}/create`;
    const task = await this.#persist(() => this.#post<{ taskId: number }>(path, form));
    if (task) this.#ledger.tasks.push({ taskId: task.taskId });
  }

  /** What the server refuses is null; what gets no answer is tried again. */
  async #persist<T>(act: () => Promise<T>): Promise<T | null> {
    for (;;) {
      try {
        this.#client ??= await signIn(this.#url);
        return await act();
      } catch (error) {
        if (error instanceof CallError && error.status < 500 && ![408, 429].includes(error.status)) return null;
        this.#givenUp?.throwIfAborted();
        await delay(RETRY_MS);
      }
    }
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- a client of the wire: what it reads of an answer it looks for below
  async #call(procedure: string, input: unknown): Promise<any> {
    return this.#signedIn.call(procedure, input);
  }

  #query<T>(procedure: string, input: unknown): Promise<T> {
    return this.#signedIn.query<T>(procedure, input);
  }

  async #post<T>(path: string, form: FormData): Promise<T> {
    const response = await fetch(this.#url + path, { method: "POST", headers: this.#signedIn.headers, body: form });
    if (!response.ok) throw new CallError(path, response.status, await response.text());
    return (await response.json()) as T; // what the route answers
  }

  get #signedIn(): Client {
    if (!this.#client) throw new Error("not signed in");
    return this.#client;
  }
}
