import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "@precount/server";
import { Probe } from "../probe.ts";
import type { World } from "../world.ts";

const FULL_MS = 8000;
const PATIENCE_MS = 20_000;
const BACK_WITHIN_MS = 20_000;
const CHUNK = Buffer.alloc(256 * 1024, 1);

/** Fills the small disk under the data directory, first for photos, then for the database's log. */
export async function fillDisk(world: World): Promise<Record<string, number>> {
  const probe = await Probe.signedIn(world);
  await delay(3000);
  const ballast = join(world.installation.dataDir, "ballast");
  await fill(ballast);
  const refused = await probe.upload();
  probe.expectTemporaryRefusal("an upload to a full disk", refused, PATIENCE_MS);
  if ((await probe.health()).status !== 200) world.wrong("the API does not live with a full disk");
  await delay(FULL_MS / 2);
  await rm(ballast);
  const backMs = await probe.waitUntilHealthy("with room again", () => probe.upload(), BACK_WITHIN_MS);
  await delay(1000);

  await fill(ballast);
  const isDatabaseDown = await fillLog(world.installation.databaseUrl);
  if (!isDatabaseDown) world.wrong("the database's log found room on a full disk");
  const list = await probe.list();
  if (list.status !== 200) probe.expectTemporaryRefusal("a list without room for the log", list, PATIENCE_MS);
  probe.expectTemporaryRefusal("an upload without room for the log", await probe.upload(), PATIENCE_MS);
  await delay(FULL_MS / 2);
  if ((await probe.health()).status !== 200) world.wrong("the API does not live with a full log");
  await rm(ballast);
  const logBackMs = await probe.waitUntilHealthy("with room for the log again", () => probe.upload(), BACK_WITHIN_MS);
  await delay(3000);
  return { backMs, logBackMs };
}

/** Fills the disk to the last byte, including space that is freed meanwhile. */
async function fill(path: string): Promise<void> {
  const file = await open(path, "a");
  try {
    for (let size = CHUNK.length; size >= 1;) {
      try {
        await file.write(CHUNK, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    await file.close();
  }
}

/** Writes to the database's log only, until a write fails. */
async function fillLog(databaseUrl: string): Promise<boolean> {
  const connection = connect(databaseUrl, { max: 1 });
  try {
    for (let megabytes = 0; megabytes < 1000; megabytes++)
      await connection.pool.query("select pg_logical_emit_message(true, 'chaos', repeat('x', 1000000))");
    return false;
  } catch {
    return true;
  } finally {
    await connection.close().catch(() => undefined);
  }
}
