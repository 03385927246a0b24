import { setTimeout as delay } from "node:timers/promises";
import { untilDone } from "../count.ts";
import type { Preload } from "../preload.ts";
import { Probe } from "../probe.ts";
import type { World } from "../world.ts";

const THREE_HOURS_S = 3 * 3600;
/** A dead worker is detected within 30 s, timestamps in the future within 10 s more. */
const DRAIN_WITHIN_MS = 60_000;

/**
 * The clock is three hours ahead, then correct, three hours behind and correct again; each time a worker dies during
 * a job. Sessions must stay valid and waiting jobs must continue.
 */
export async function setClock(world: World, preload: Preload): Promise<Record<string, number>> {
  const probe = await Probe.signedIn(world);
  const drainMs: number[] = [];
  for (const aheadS of [THREE_HOURS_S, 0, -THREE_HOURS_S, 0]) {
    await preload.setClock(aheadS);
    await delay(2000);
    await world.installation.kill("worker");
    for (const [what, response] of [
      ["a list", await probe.list()],
      ["an upload", await probe.upload()],
    ] as const) {
      if (response.status !== 200)
        world.wrong(`${what} with the clock ${aheadS} s ahead: ${response.status} ${response.message}`);
    }
    const ms = await untilDone(world.installation.databaseUrl, DRAIN_WITHIN_MS);
    if (ms === null) world.wrong(`what waited did not go on with the clock ${aheadS} s ahead`);
    drainMs.push(ms ?? DRAIN_WITHIN_MS);
  }
  return { drainMs: Math.round(Math.max(...drainMs)) };
}
