import { setTimeout as delay } from "node:timers/promises";
import type { Preload } from "../preload.ts";
import { Probe } from "../probe.ts";
import type { World } from "../world.ts";

/** A worn card or a crowded network disk. */
const SYNC_MS = 400;
const SLOW_MS = 12_000;
const PATIENCE_MS = 20_000;

/**
 * Each time that anybody, database or server, waits for the disk it takes so much longer, and a worker dies meanwhile. Not the
 * database: after a crash it syncs every file that it has, which costs nothing on a slow disk for most of them, but does here.
 */
export async function slowDisk(world: World, preload: Preload): Promise<Record<string, number>> {
  const probe = await Probe.signedIn(world);
  await delay(2000);
  await preload.setSync(SYNC_MS);
  const upload = await probe.upload();
  if (upload.status !== 200 || upload.waitedMs < SYNC_MS || upload.waitedMs > PATIENCE_MS)
    world.wrong(`an upload to a slow disk: ${upload.status} after ${Math.round(upload.waitedMs)} ms`);
  await delay(SLOW_MS / 2);
  await world.installation.kill("worker");
  await delay(SLOW_MS / 2);
  await preload.setSync(0);
  return { uploadMs: Math.round(upload.waitedMs) };
}
