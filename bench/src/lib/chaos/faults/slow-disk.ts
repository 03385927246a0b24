import { setTimeout as delay } from "node:timers/promises";
import type { Preload } from "../preload.ts";
import { Probe } from "../probe.ts";
import type { World } from "../world.ts";

/** Like a worn memory card or a busy network disk. */
const SYNC_MS = 400;
const SLOW_MS = 12_000;
const PATIENCE_MS = 20_000;

/**
 * Every disk sync of the database and the server takes longer, and a worker dies meanwhile. The database is not
 * killed: after a crash it syncs every file it has, which the simulation would slow down unrealistically.
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
