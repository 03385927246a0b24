import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { crashingPhoto } from "./faults/crashing-photo.ts";
import { setClock } from "./faults/clock.ts";
import { freezeDatabase, interruptDatabase } from "./faults/database.ts";
import { fillDisk } from "./faults/disk-full.ts";
import { Store, interruptStore } from "./faults/s3-away.ts";
import { slowDisk } from "./faults/slow-disk.ts";
import { type Preload, makePreload } from "./preload.ts";
import { type Asked, type Outcome, type World, whilePeopleWork } from "./world.ts";

type Figures = Record<string, number>;
/** The outcome, or the reason why the fault cannot be tried here. */
export type Tried = Outcome<Figures> | { skipped: string };
type Fault = (asked: Asked) => Promise<Tried>;

const onFreshFolder =
  (disturb: (world: World) => Promise<Figures>): Fault =>
  (asked) =>
    whilePeopleWork(asked, {}, disturb);

const preloaded =
  (disturb: (world: World, preload: Preload) => Promise<Figures>): Fault =>
  async (asked) => {
    const preload = await makePreload();
    if (preload === null) return { skipped: "It needs Linux and a C compiler (cc)." };
    try {
      return await whilePeopleWork(asked, { environment: preload.environment }, (world) => disturb(world, preload));
    } finally {
      await preload.remove();
    }
  };

/** A larger disk would take too long to fill. */
const SMALL_BYTES = 1024 ** 3;

const onSmallDisk: Fault = async (asked) => {
  const dataDir = process.env["CHAOS_SMALL_DISK"] ?? "";
  if (dataDir === "") return { skipped: "It needs a small disk of its own: script/chaos mounts one where it may." };
  const { blocks, bsize } = await statfs(dataDir);
  if (blocks * bsize > SMALL_BYTES) return { skipped: `${dataDir} is on a disk of more than 1 GB, and is left alone.` };
  return whilePeopleWork(asked, { dataDir }, fillDisk);
};

const withStore: Fault = async (asked) => {
  const folder = await mkdtemp(join(tmpdir(), "precount-store-"));
  const store = new Store(folder, await freePort());
  try {
    await store.start();
    const { environment, bucket } = store;
    return await whilePeopleWork(asked, { environment, bucket }, (world) => interruptStore(world, store));
  } finally {
    await store.kill();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Faults by their command-line names. */
export const FAULTS = {
  "database-frozen": onFreshFolder(freezeDatabase),
  "database-away": onFreshFolder(interruptDatabase),
  "disk-full": onSmallDisk,
  "slow-disk": preloaded(slowDisk),
  clock: preloaded(setClock),
  "s3-away": withStore,
  "crashing-photo": onFreshFolder(crashingPhoto),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;
export const isFaultName = (name: string): name is FaultName => Object.hasOwn(FAULTS, name);
