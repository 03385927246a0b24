import { setTimeout as delay } from "node:timers/promises";
import { childrenOf } from "../../server.ts";
import { Probe } from "../probe.ts";
import type { World } from "../world.ts";

const OUTAGE_MS = 12_000;
/** Five seconds without a response are noticed within two more; a new connection is tried for ten. */
const MAX_RESPONSE_MS = 20_000;
const BACK_WITHIN_MS = 15_000;

/** Stops every process of the database (SIGSTOP) while its connections stay open, as if its machine or disk hangs. */
export async function freezeDatabase(world: World): Promise<Record<string, number>> {
  const probe = await Probe.signedIn(world);
  await delay(3000);
  const postmaster = await world.installation.pidOf("database");
  if (postmaster === null) throw new Error("There is no database.");
  signal(postmaster, "SIGSTOP"); // stopped first, so that it starts no other processes
  const frozen = [postmaster, ...(await childrenOf(postmaster))];
  for (const pid of frozen) signal(pid, "SIGSTOP");
  const [list, upload] = await Promise.all([probe.list(), probe.upload(), delay(OUTAGE_MS)]);
  probe.expectTemporaryRefusal("a list of a frozen database", list, MAX_RESPONSE_MS);
  probe.expectTemporaryRefusal("an upload with a frozen database", upload, MAX_RESPONSE_MS);
  if ((await probe.health()).status !== 200) world.wrong("the API is not healthy without its database");
  for (const pid of frozen) signal(pid, "SIGCONT");
  const backMs = await probe.waitUntilHealthy("after the freeze", () => probe.list(), BACK_WITHIN_MS);
  await delay(3000);
  return { refusedMs: Math.round(Math.max(list.waitedMs, upload.waitedMs)), backMs };
}

/** Kills the database repeatedly for a while, each time it has been started again. */
export async function interruptDatabase(world: World): Promise<Record<string, number>> {
  const probe = await Probe.signedIn(world);
  await delay(3000);
  const until = performance.now() + OUTAGE_MS;
  const requests = [probe.list(), probe.upload()] as const;
  let kills = 0;
  while (performance.now() < until) {
    const pid = await world.installation.pidOf("database");
    if (pid !== null && signal(pid, "SIGKILL")) kills += 1;
    await delay(20);
  }
  for (const response of await Promise.all(requests)) {
    // The request was answered just before the kill.
    if (response.status !== 200) probe.expectTemporaryRefusal("without a database", response, MAX_RESPONSE_MS);
  }
  const backMs = await probe.waitUntilHealthy("with the database back", () => probe.list(), BACK_WITHIN_MS);
  await delay(3000);
  return { kills, backMs };
}

/** False if the process no longer exists. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
