import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type ImageDetection, makePatch } from "@precount/domain";
import type { Person } from "./people.ts";
import { CallError } from "./server.ts";
import { send } from "./upload/send.ts";

type Act = "list" | "review" | "open" | "upload" | "reconnect";
export type CrewCall = { kind: string; ms: number };

export type CrewPlan = {
  url: string;
  people: readonly Person[];
  /** Slugs of the events; each person works in one of them. */
  slugs: readonly string[];
  /** Actions to choose from; an action listed twice is chosen twice as often. */
  acts: readonly Act[];
  /** Pages of the image list that people visit, from the first one. */
  pages?: number;
  /** Think time between actions, milliseconds. */
  think: { least: number; most: number };
  /** Photos to upload, each time with different bytes after the end of the image. */
  picture?: Buffer;
  /** Maximum number of uploads. */
  photos?: number;
  /** A person without the right does nothing. */
  mayUpload?: () => boolean;
};

/**
 * Simulates people who work until stopped: they list events and images, review, edit, upload, and keep live updates open like
 * a page. Only conflicts, which a page resolves automatically, do not count as failures.
 */
export class Crew {
  readonly calls: CrewCall[] = [];
  readonly failures: string[] = [];
  /** Acknowledged photos. */
  uploaded = 0;
  #begun = 0;
  readonly #plan: CrewPlan;
  readonly #stopping = new AbortController();
  readonly #agent = new Agent({ keepAlive: true });
  #working: Promise<unknown> = Promise.resolve();

  constructor(plan: CrewPlan) {
    this.#plan = plan;
  }

  start(): void {
    this.#working = Promise.all(this.#plan.people.map((person, n) => this.#work(person, n)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#working;
    this.#agent.destroy();
  }

  async #work(person: Person, n: number): Promise<void> {
    const { slugs, acts, think } = this.#plan;
    const slug = slugs[n % slugs.length] ?? "";
    const { signal } = this.#stopping;
    const pause = (ms: number): Promise<unknown> => delay(ms, undefined, { signal }).catch(() => undefined);
    let stream = this.#listen(person, slug);
    await pause(Math.random() * think.most);
    while (!signal.aborted) {
      const act = acts[Math.floor(Math.random() * acts.length)];
      try {
        if (act === "list") await this.#list(person, slug);
        else if (act === "review") await this.#review(person, slug);
        else if (act === "open") await this.#open(person, slug);
        else if (act === "upload") await this.#upload(person, slug);
        else {
          stream.abort();
          stream = this.#listen(person, slug);
        }
      } catch (error) {
        const isConflict = error instanceof CallError && error.status === 409;
        if (!isConflict) this.failures.push(`${act}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await pause(think.least + Math.random() * (think.most - think.least));
    }
    stream.abort();
  }

  async #timed<T>(kind: string, act: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const answer = await act();
    this.calls.push({ kind, ms: performance.now() - startedAt });
    return answer;
  }

  async #list({ client }: Person, slug: string): Promise<string[]> {
    await this.#timed("events", () =>
      client.query("project.fetchProjects", { isArchived: false, page: 1, pageSize: 20 }),
    );
    await this.#timed("queue", () => client.query("project.getQueue", { slug }));
    const page = 1 + Math.floor(Math.random() * (this.#plan.pages ?? 3));
    const { images } = await this.#timed("photos", () =>
      client.query<{ images: { sid: string }[] }>("project.fetchProjectWithImages", { slug, page, pageSize: 20 }),
    );
    return images.map(({ sid }) => sid);
  }

  /** Opens an image of the list and corrects a code. */
  async #review(person: Person, slug: string): Promise<void> {
    const { client } = person;
    const sids = await this.#list(person, slug);
    const imageSid = sids[Math.floor(Math.random() * sids.length)];
    if (imageSid === undefined) return;
    const { detections } = await this.#timed("photo", () =>
      client.query<{ detections: ImageDetection[] }>("image.getProjectImage", { projectSlug: slug, imageSid }),
    );
    const [detection] = detections;
    const index = detection?.predictions.findIndex(({ label }) => label === "sticker") ?? -1;
    if (!detection || index < 0 || !["inferred", "drafted", "patched"].includes(detection.status)) return;
    const code = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
    const { sid, revision } = detection;
    const input = { sid, patches: [makePatch.code(index, code)], revision, key: randomUUID() };
    await this.#timed("edit", () => client.call("imageDetection.pushImageDetectionPatches", input));
  }

  /** Opens an image of the list. Measures the time until its review preview has been loaded. */
  async #open(person: Person, slug: string): Promise<void> {
    const { client } = person;
    const sids = await this.#list(person, slug);
    const imageSid = sids[Math.floor(Math.random() * sids.length)];
    if (imageSid === undefined) return;
    await this.#timed("image", async () => {
      const { src } = await client.query<{ src: string }>("image.getProjectImage", { projectSlug: slug, imageSid });
      const preview = await fetch(`${this.#plan.url}${src}&w=2048`, { headers: client.headers });
      if (!preview.ok) throw new CallError("preview", preview.status, await preview.text());
      await preview.arrayBuffer();
    });
  }

  async #upload({ client: { headers } }: Person, slug: string): Promise<void> {
    const { picture, photos = Infinity, url, mayUpload = () => true } = this.#plan;
    if (!picture || this.#begun >= photos || !mayUpload()) return;
    const name = `${1000 + this.#begun++}.jpg`;
    const rest = randomBytes(16);
    const photo = { name, picture, rest, sha256: createHash("sha256").update(picture).update(rest).digest("hex") };
    await this.#timed("upload", () => send(this.#agent, `${url}/api/projects/${slug}/images/upload`, headers, photo));
    this.uploaded += 1;
  }

  /** Reads and discards the live updates of an event until aborted. */
  #listen({ client: { headers } }: Person, slug: string): AbortController {
    const leaving = new AbortController();
    const read = async (): Promise<void> => {
      const stream = await fetch(`${this.#plan.url}/api/projects/${slug}/events`, { headers, signal: leaving.signal });
      if (!stream.ok) throw new CallError("events", stream.status, await stream.text());
      for await (const _ of stream.body ?? []);
      throw new Error("The stream ended.");
    };
    read().catch((error: unknown) => {
      if (!leaving.signal.aborted) this.failures.push(`live: ${String(error)}`);
    });
    return leaving;
  }
}
