import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Image, makePatch } from "@precount/domain";
import { CallError, type Client, signIn } from "../server.ts";
import type { Ledger } from "./ledger.ts";

const RETRY_MS = 100;
/** Statuses of a repeated change that an earlier attempt has made. */
const ALREADY_APPLIED: ReadonlySet<number> = new Set([404, 409, 412]);
/** Statuses below 500 that are retried. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 429]);

/** Simulates a person in an event whose browser retries until the server answers. */
export class ChaosPerson {
  readonly #url: string;
  readonly #slug: string;
  readonly #photo: Buffer;
  readonly #document: Buffer;
  readonly #ledger: Ledger;
  readonly #random: () => number;
  readonly #own: Ledger["photos"] = [];
  #nextArea = 1;
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

  /** Runs until `signal` aborts; finishes the current action unless `givenUp` aborts. */
  async work(signal: AbortSignal, givenUp: AbortSignal): Promise<void> {
    this.#givenUp = givenUp;
    await this.#persist(() => this.#call("project.createProject", { name: this.#slug, slug: this.#slug }));
    this.#ledger.states.set(`event ${this.#slug}`, "active");
    while (!signal.aborted) {
      const dice = this.#random();
      if (dice < 0.35 || this.#own.length === 0) await this.#upload();
      else if (dice < 0.65) await this.#edit();
      else if (dice < 0.75) await this.#rejectAndRecover();
      else if (dice < 0.85) await this.#changeAreas();
      else if (dice < 0.95) await this.#complete();
      else await this.#sendDocument();
    }
  }

  /** Sends the same bytes until the server acknowledges them. */
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

  /** Edits one code with an idempotency key: sent repeatedly, it is one edit. */
  async #edit(): Promise<void> {
    const { sid: imageSid } = this.#own[Math.floor(this.#random() * this.#own.length)] ?? { sid: "" };
    const image = await this.#persist(() =>
      this.#query<Image>("image.getProjectImage", { projectSlug: this.#slug, imageSid }),
    );
    const detection = image?.detections[0];
    if (!detection) return;
    const key = randomUUID();
    const code = String(Math.floor(this.#random() * 1_000_000)).padStart(6, "0");
    const which = this.#random();
    // Changes a value, or discards and recovers a result.
    const patch = which < 0.7 ? makePatch.code(0, code) : which < 0.85 ? makePatch.discard(0) : makePatch.recover(0);
    const patches = [patch];
    const { sid, revision } = detection;
    const pushed = await this.#persist(() =>
      this.#call("imageDetection.pushImageDetectionPatches", { sid, patches, revision, key }),
    );
    if (pushed !== null) this.#ledger.edits.push({ detectionSid: sid, key });
  }

  /** Rejects an image and possibly recovers it. Skips images that are not detected yet: rejected, they would never be detected. */
  async #rejectAndRecover(): Promise<void> {
    const { sid } = this.#own[Math.floor(this.#random() * this.#own.length)] ?? { sid: "" };
    const image = await this.#persist(() =>
      this.#query<Image>("image.getProjectImage", { projectSlug: this.#slug, imageSid: sid }),
    );
    if (!image || image.detections.length === 0) return;
    await this.#persist(() => this.#call("image.rejectImage", { sid }));
    this.#ledger.states.set(`image ${sid}`, "rejected");
    if (this.#random() < 0.3) return;
    await this.#persist(() => this.#call("image.recoverImage", { sid }));
    this.#ledger.states.set(`image ${sid}`, "kept");
  }

  /** Creates three areas; unvoids one, leaves one voided, deletes one. */
  async #changeAreas(): Promise<void> {
    const from = this.#nextArea;
    this.#nextArea += 3;
    const project = { slug: this.#slug };
    const set = (number: number, state: string): unknown =>
      this.#ledger.states.set(`area ${this.#slug} ${number}`, state);
    await this.#persist(() => this.#call("area.createRange", { project, from, to: from + 2 }));
    for (const number of [from, from + 1, from + 2]) set(number, "there");
    await this.#persist(() =>
      this.#call("area.voidRange", { project, from, to: from + 1, reason: "No stock of ours there" }),
    );
    for (const number of [from, from + 1]) set(number, "voided");
    const areas = await this.#persist(() =>
      this.#query<{ sid: string; name: string }[]>("area.fetchAllAreasWithStatus", { project }),
    );
    const sidOf = (number: number): string => areas?.find(({ name }) => name === String(number))?.sid ?? "";
    await this.#persist(() => this.#call("area.restoreArea", { sid: sidOf(from) }));
    set(from, "there");
    await this.#persist(() => this.#call("area.deleteArea", { sid: sidOf(from + 2) }));
    set(from + 2, "gone");
  }

  /** Completes an event with one rejected image and possibly reopens it; the report must stay. */
  async #complete(): Promise<void> {
    const slug = `${this.#slug}-${randomUUID().slice(0, 8)}`;
    const set = (state: string): unknown => this.#ledger.states.set(`event ${slug}`, state);
    await this.#persist(() => this.#call("project.createProject", { name: slug, slug }));
    set("active");
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(Buffer.concat([this.#photo, randomBytes(16)]))]), "1.jpg");
    const uploaded = await this.#persist(() =>
      this.#post<{ images: { sid: string }[] }>(`/api/projects/${slug}/images/upload`, form),
    );
    const [image] = uploaded?.images ?? [];
    if (!image) return;
    await this.#persist(() => this.#call("image.rejectImage", { sid: image.sid }));
    this.#ledger.states.set(`image ${image.sid}`, "rejected");
    const completed = await this.#persist(() => this.#call("project.completeProject", { slug }));
    set("completed");
    // Null if an earlier response was lost: the event is already completed and the report's id unknown.
    if (completed !== null) this.#ledger.reports.push({ project: slug, sid: completed.report.sid });
    if (this.#random() < 0.5) return;
    await this.#persist(() => this.#call("project.reopenProject", { slug }));
    set("active");
  }

  async #sendDocument(): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(this.#document)]), "count.pdf");
    // A task whose response was lost is sent again and becomes a second task, because there is no idempotency key.
    const path = `/api/tasks/eventId/${this.#slug}/projectId/${this.#slug}/create`;
    const task = await this.#persist(() => this.#post<{ taskId: number }>(path, form));
    if (task) this.#ledger.tasks.push({ taskId: task.taskId });
  }

  /**
   * Null if the server's rules refuse the call: a person working alone only sees that when an earlier response was
   * lost. Calls without a response or with 5xx are retried.
   */
  async #persist<T>(act: () => Promise<T>): Promise<T | null> {
    for (;;) {
      const startedAt = performance.now();
      try {
        this.#client ??= await signIn(this.#url);
        return await act();
      } catch (error) {
        if (error instanceof CallError && ALREADY_APPLIED.has(error.status)) return null;
        if (error instanceof CallError && error.status >= 500) this.#noteRefusal(error);
        if (error instanceof CallError && error.status === 401) this.#client = undefined;
        else if (error instanceof CallError && error.status < 500 && !TEMPORARY.has(error.status)) throw error;
        this.#givenUp?.throwIfAborted();
        await delay(RETRY_MS);
      } finally {
        this.#ledger.longestWaitMs = Math.max(this.#ledger.longestWaitMs, performance.now() - startedAt);
      }
    }
  }

  #noteRefusal(error: CallError): void {
    const words = /"message":"([^"]*)"/.exec(error.body)?.[1] ?? error.body;
    const key = `${error.status} ${words}`;
    this.#ledger.refusals.set(key, (this.#ledger.refusals.get(key) ?? 0) + 1);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- an untyped HTTP client: the response is parsed JSON without a schema
  async #call(procedure: string, input: unknown): Promise<any> {
    return this.#signedIn.call(procedure, input);
  }

  #query<T>(procedure: string, input: unknown): Promise<T> {
    return this.#signedIn.query<T>(procedure, input);
  }

  async #post<T>(path: string, form: FormData): Promise<T> {
    const response = await fetch(this.#url + path, { method: "POST", headers: this.#signedIn.headers, body: form });
    if (!response.ok) throw new CallError(path, response.status, await response.text());
    return (await response.json()) as T; // the caller names the route's response type
  }

  get #signedIn(): Client {
    if (!this.#client) throw new Error("not signed in");
    return this.#client;
  }
}
