import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Client, signIn } from "../server.ts";
import type { World } from "./world.ts";

/** Response of one request. `status` 0 means that the connection broke. */
export interface ProbeResponse {
  status: number;
  message: string;
  retryAfter: string | null;
  waitedMs: number;
}

/** An external probe that lists images and uploads photos. It signs in before the fault. */
export class Probe {
  readonly #world: World;
  readonly #client: Client;
  readonly #slug: string;

  private constructor(world: World, client: Client, slug: string) {
    this.#world = world;
    this.#client = client;
    this.#slug = slug;
  }

  static async signedIn(world: World): Promise<Probe> {
    const client = await signIn(world.installation.url);
    const slug = `probe-${randomBytes(4).toString("hex")}`;
    await client.call("project.createProject", { name: slug, slug });
    return new Probe(world, client, slug);
  }

  list(): Promise<ProbeResponse> {
    return this.#request(
      `/trpc/project.getProject?input=${encodeURIComponent(JSON.stringify({ slug: this.#slug }))}`,
      {},
    );
  }

  upload(photo: Buffer = Buffer.concat([this.#world.photo, randomBytes(16)])): Promise<ProbeResponse> {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(photo)]), "probe.jpg");
    return this.#request(`/api/projects/${this.#slug}/images/upload`, { method: "POST", body });
  }

  health(): Promise<ProbeResponse> {
    return this.#request("/api/health", {});
  }

  /** Repeats `ask` until it returns 200 and reports if that takes longer. Milliseconds. */
  async waitUntilHealthy(what: string, ask: () => Promise<ProbeResponse>, withinMs: number): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      const response = await ask();
      const waitedMs = performance.now() - startedAt;
      if (response.status === 200) return Math.round(waitedMs);
      if (waitedMs > withinMs) {
        this.#world.wrong(`${what}: still ${response.status} ${response.message} after ${Math.round(waitedMs)} ms`);
        return Math.round(waitedMs);
      }
      await delay(100);
    }
  }

  /** A temporary refusal must have status 503, a message and Retry-After, and must arrive within this time. */
  expectTemporaryRefusal(
    what: string,
    { status, message, retryAfter, waitedMs }: ProbeResponse,
    withinMs: number,
  ): void {
    const isPlain = /^[A-Z].*\.$/s.test(message) && !/error|exception|errno|[A-Z]{5,}/.test(message);
    if (status !== 503 || !isPlain || !(Number(retryAfter) > 0) || waitedMs > withinMs)
      this.#world.wrong(`${what}: ${status} “${message}”, Retry-After ${retryAfter}, after ${Math.round(waitedMs)} ms`);
  }

  async #request(path: string, init: RequestInit): Promise<ProbeResponse> {
    const startedAt = performance.now();
    const respond = (status: number, message: string, retryAfter: string | null): ProbeResponse => ({
      status,
      message,
      retryAfter,
      waitedMs: performance.now() - startedAt,
    });
    try {
      const { headers } = this.#client;
      const response = await fetch(this.#world.installation.url + path, { ...init, headers });
      const text = await response.text();
      const message = /"message":"([^"]*)"/.exec(text)?.[1] ?? "";
      return respond(response.status, message, response.headers.get("retry-after"));
    } catch (error) {
      return respond(0, String(error), null);
    }
  }
}
