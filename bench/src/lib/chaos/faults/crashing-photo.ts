import { createHash, randomBytes } from "node:crypto";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT, signIn } from "../../server.ts";
import type { World } from "../world.ts";

const PHOTO = "samples/0101.jpg";
/** Five attempts with backoff of 2, 4, 8 and 16 s, plus jitter of up to 100 %. */
const GIVEN_UP_WITHIN_MS = 150_000;
const MENDED_WITHIN_MS = 30_000;

interface Shown {
  jobs: { id: string; state: string; attempts: number; error: string | null }[];
  detections: unknown[];
}

/**
 * Kills every process that opens one particular photo, like a crashing decoder. The photo must fail with a message
 * after its attempts, everything else must continue, and Retry must succeed once the fault is over.
 */
export async function crashingPhoto(world: World): Promise<Record<string, number>> {
  const { installation, wrong } = world;
  const client = await signIn(installation.url);
  const slug = "poison";
  await client.call("project.createProject", { name: slug, slug });
  const bytes = Buffer.concat([await readFile(join(ROOT, PHOTO)), randomBytes(16)]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "poison.jpg");
  const worker = await installation.pidOf("worker");
  if (worker === null) throw new Error("There is no worker.");
  const file = installation.fileOf(sha256);
  const killer = await startKiller(worker, file);
  const path = `/api/projects/${slug}/images/upload`;
  const response = await fetch(installation.url + path, { method: "POST", headers: client.headers, body: form });
  const { images } = (await response.json()) as { images: { sid: string }[] }; // what the route answers
  const imageSid = images[0]?.sid ?? "";
  const shown = (): Promise<Shown> => client.query("image.getProjectImage", { projectSlug: slug, imageSid });
  const untilJobIs = async (state: string, withinMs: number): Promise<Shown["jobs"][number] | undefined> => {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      const [job] = (await shown()).jobs;
      if (job?.state === state) return job;
      if (performance.now() > giveUpAt) {
        wrong(`the photo's job is ${job?.state} after ${job?.attempts} tries, not ${state}`);
        return job;
      }
      await delay(100);
    }
  };
  const job = await untilJobIs("failed", GIVEN_UP_WITHIN_MS);
  if (job?.attempts !== 5 || !/crash/.test(job.error ?? ""))
    wrong(`it ended after ${job?.attempts} tries with “${job?.error}”`);
  const kills = await killer.stop();
  if ((await installation.pidOf("worker")) !== worker) wrong("the worker died with the photo");
  await client.call("image.retryJob", { imageSid, jobId: job?.id ?? "" });
  await untilJobIs("done", MENDED_WITHIN_MS);
  if ((await shown()).detections.length !== 1) wrong("a Retry made no detection");
  return { kills };
}

/** Polls in its own process. `stop` returns the number of kills. */
async function startKiller(parent: number, file: string): Promise<{ stop(): Promise<number> }> {
  const child = fork(join(import.meta.dirname, "../killer-child.ts"), [String(parent), file]);
  await once(child, "message");
  return {
    stop: async () => {
      child.send("stop");
      const [kills] = (await once(child, "message")) as [number]; // it prints only the number
      child.disconnect();
      return kills;
    },
  };
}
