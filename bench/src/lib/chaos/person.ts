import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Image, makePatch } from "@precount/domain";
import { CallError, type Client, signIn } from "../server.ts";
import type { Ledger } from "./ledger.ts";

const RETRY_MS = 100;
const DONE_ALREADY: ReadonlySet<number> = new Set([404, 409, 412]);
const NOT_NOW: ReadonlySet<number> = new Set([408, 429]);

/** Does what people do in an event, and what their browsers do when the server goes away: try again until it answers. */
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

  /** Until `signal` says that it is enough; what is in hand then is finished, unless `givenUp` says that nobody will answer. */
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
    const which = this.#random();
    // A value, or a result that is discarded and comes back.
    const patch = which < 0.7 ? makePatch.code(0, code) : which < 0.85 ? makePatch.discard(0) : makePatch.recover(0);
    const patches = [patch];
    const { sid, revision } = detection;
    const pushed = await this.#persist(() =>
      this.#call("imageDetection.pushImageDetectionPatches", { sid, patches, revision, key }),
    );
    if (pushed !== null) this.#ledger.edits.push({ detectionSid: sid, key });
  }

  /** A photo out of the count, and perhaps back into it. One at which nobody has looked yet would stay so, and is left alone. */
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

  /** Three numbers more; of one the void is taken back, one stays void, one goes. */
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

  /** An event of one rejected photo, completed, and perhaps opened again; the report is for good. */
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
    // Null when an earlier answer was lost: then it is completed already, and nobody was told the report.
    if (completed !== null) this.#ledger.reports.push({ project: slug, sid: completed.report.sid });
    if (this.#random() < 0.5) return;
    await this.#persist(() => this.#call("project.reopenProject", { slug }));
    set("active");
  }

  async #sendDocument(): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(this.#document)]), "count.pdf");
    // A task whose answer was lost is sent again and is another one: no key says that it is the same.
    const path = `/api/tasks/eventId/${this.#slug}/projectId/${this.#slug}/create`;
    const task = await this.#persist(() => this.#post<{ taskId: number }>(path, form));
    if (task) this.#ledger.tasks.push({ taskId: task.taskId });
  }

  /**
   * What the server refuses by its rules is null: whoever works alone is only told that it was done already, when the answer to that
   * was lost. What gets no answer, or one of 5xx, is tried again.
   */
  async #persist<T>(act: () => Promise<T>): Promise<T | null> {
    for (;;) {
      const startedAt = performance.now();
      try {
        this.#client ??= await signIn(this.#url);
        return await act();
      } catch (error) {
        if (error instanceof CallError && DONE_ALREADY.has(error.status)) return null;
        if (error instanceof CallError && error.status >= 500) this.#noteRefusal(error);
        if (error instanceof CallError && error.status === 401) this.#client = undefined;
        else if (error instanceof CallError && error.status < 500 && !NOT_NOW.has(error.status)) throw error;
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
