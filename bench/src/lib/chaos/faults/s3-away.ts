import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Bucket } from "../installation.ts";
import { Probe } from "../probe.ts";
import type { World } from "../world.ts";

const OUTAGE_MS = 15_000;
const MAX_RESPONSE_MS = 20_000;
const BACK_WITHIN_MS = 10_000;

/** An S3 store over HTTP with files on disk, which can be stopped. */
export class Store {
  readonly environment: Record<string, string>;
  readonly bucket: Bucket;
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    const endpoint = `http://127.0.0.1:${port}`;
    const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
    this.environment = {
      S3_BUCKET: "precount",
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
    this.bucket = {
      s3: { bucket: "precount", prefix: "", endpoint, region: "us-east-1", credentials },
      // s3rver's file name for the bytes of an object.
      fileOf: (sha256) => join(folder, "precount", `${sha256}._S3rver_object`),
    };
  }

  async start(): Promise<void> {
    this.#child = fork(join(import.meta.dirname, "../s3-child.ts"), [this.#folder, String(this.#port)]);
    await once(this.#child, "message");
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** Kills the store during writes and restarts it with its data. */
export async function interruptStore(world: World, store: Store): Promise<Record<string, number>> {
  const probe = await Probe.signedIn(world);
  await delay(3000);
  await store.kill();
  const [upload] = await Promise.all([probe.upload(), delay(OUTAGE_MS)]);
  probe.expectTemporaryRefusal("an upload without its store", upload, MAX_RESPONSE_MS);
  const list = await probe.list();
  if (list.status !== 200) world.wrong(`the list fails without the store: ${list.status} ${list.message}`);
  // Precount must start without the store and still show and edit existing data.
  await store.start();
  const backMs = await probe.waitUntilHealthy("with the store back", () => probe.upload(), BACK_WITHIN_MS);
  await delay(3000);
  return { refusedMs: Math.round(upload.waitedMs), backMs };
}
