import { setTimeout as delay } from "node:timers/promises";
import { untilDone } from "../count.ts";
import type { Preload } from "../preload.ts";
import { Probe } from "../probe.ts";
import type { World } from "../world.ts";

const THREE_HOURS_S = 3 * 3600;
/** A dead worker is missed within 30 s, and times of the future within 10 s more. */
const DRAIN_WITHIN_MS = 60_000;

/**
 * The machine's clock is three hours ahead, is set right, is three hours behind, and is set right again; each time a worker dies
 * with what it has in hand. Whoever is signed in stays so, and what waits goes on.
 */
export async function setClock(world: World, preload: Preload): Promise<Record<string, number>> {
  const probe = await Probe.signedIn(world);
  const drainMs: number[] = [];
  for (const aheadS of [THREE_HOURS_S, 0, -THREE_HOURS_S, 0]) {
    await preload.setClock(aheadS);
    await delay(2000);
    await world.installation.kill("worker");
    for (const [what, told] of [
      ["a list", await probe.list()],
      ["an upload", await probe.upload()],
    ] as const) {
      if (told.status !== 200) world.wrong(`${what} with the clock ${aheadS} s ahead: ${told.status} ${told.message}`);
    }
    const ms = await untilDone(world.installation.databaseUrl, DRAIN_WITHIN_MS);
    if (ms === null) world.wrong(`what waited did not go on with the clock ${aheadS} s ahead`);
    drainMs.push(ms ?? DRAIN_WITHIN_MS);
  }
  return { drainMs: Math.round(Math.max(...drainMs)) };
}
