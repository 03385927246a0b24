import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect, startEmbeddedPostgres } from "@precount/server";
import { freePort } from "../free-port.ts";
import { seededRandom } from "../lists/random.ts";
import { makePeople } from "../people.ts";
import { drawPredictions } from "../predictions.ts";
import { NO_PHOTO, seedDetections } from "../seed.ts";
import { ADMIN, ROOT, signIn } from "../server.ts";
import { startCaddy } from "./caddy.ts";
import { RollingPerson } from "./person.ts";
import { startProxy } from "./proxy.ts";
import { type Tally, emptyTally } from "./tally.ts";
import { checkOut, commitBefore, removeCheckOut } from "./version-before.ts";

export interface RollingAsked {
  people: number;
  seed: number;
  /** The processes to replace, in this order. */
  replaced: readonly Name[];
  /** Pause before, between and after restarts, milliseconds. */
  calmMs: number;
  /** Further rounds that restart all processes, after the round that updates to this version. */
  rounds: number;
  /** The initial version: a commit, `before` for the last version with fewer migrations, `this` for the current one. */
  from: string;
  proxy: "own" | "caddy";
}

export type RollingFigures = Omit<Tally, "seen"> & {
  seen: string[];
  restarts: number;
  /** Acknowledged changes that are missing. */
  lost: string[];
  from: string;
};

const SERVERS = ["api-1", "api-2"] as const;
export const FLEET = [...SERVERS, "worker"] as const;
type Name = (typeof FLEET)[number];

const SLUG = "rolling";
/** Slightly longer than the proxy's health check. */
const SHUTDOWN_DELAY_SECONDS = "2";
const START_WITHIN_MS = 90_000;

/**
 * People work through a proxy while two API processes and a worker are replaced one after the other, first by a new
 * version.
 */
export async function runRolling(asked: RollingAsked, tell: (text: string) => void): Promise<RollingFigures> {
  const folder = await mkdtemp(join(tmpdir(), "precount-rolling-"));
  const ending: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  try {
    const from = asked.from === "before" ? await commitBefore() : asked.from === "this" ? null : asked.from;
    const before = from === null ? ROOT : join(folder, "before");
    if (from !== null) {
      await checkOut(from, before);
      ending.push(() => removeCheckOut(before));
      await copyPages(before);
    }
    tell(from === null ? "From this version" : `From ${from.slice(0, 12)}`);
    const database = await startEmbeddedPostgres({ dataDir: join(folder, "database") });
    ending.push(() => database.stop());
    const fleet = new Fleet(before, join(folder, "data"), database.url, [await freePort(), await freePort()]);
    ending.push(() => fleet.stop());
    // The first process creates the tables of its version.
    for (const name of SERVERS) await fleet.start(name);
    if (asked.replaced.includes("worker")) await fleet.start("worker");
    const proxy = await (asked.proxy === "caddy" ? startCaddy(fleet.ports, await freePort()) : startProxy(fleet.ports));
    ending.push(() => proxy.stop());
    return await measure({ ...asked, from: from ?? "this" }, proxy.url, database.url, fleet, tell);
  } finally {
    for (const end of ending.toReversed()) await end();
  }
}

async function measure(
  asked: RollingAsked,
  url: string,
  databaseUrl: string,
  fleet: Fleet,
  tell: (text: string) => void,
) {
  const connection = connect(databaseUrl, { max: 4 });
  const { db, pool } = connection;
  const over = new AbortController();
  try {
    const client = await signIn(url);
    await client.call("project.createProject", { name: SLUG, slug: SLUG });
    const stack = { url, pid: 0, dataDir: "", databaseUrl, db, pool, client };
    const { rows } = await pool.query<{ sid: string }>("select sid from projects where slug = $1", [SLUG]);
    const predictions = drawPredictions(NO_PHOTO, { stickers: 20, shelves: 3 });
    const images = await seedDetections(stack, rows[0]?.sid ?? "", 10, predictions);
    const photo = await readFile(join(ROOT, "photos/test-data/orientation/Portrait_1.jpg"));
    const tally = emptyTally();
    const random = seededRandom(asked.seed);
    const people = (await makePeople(stack, asked.people)).map(
      ({ client: own }) => new RollingPerson({ url, slug: SLUG, client: own, photo, tally, images }),
    );
    const working = Promise.all(people.map((person) => person.work(over.signal, random)));
    working.catch(() => undefined); // awaited below
    let restarts = 0;
    await delay(asked.calmMs);
    fleet.root = ROOT;
    for (let round = 0; round <= asked.rounds; round += 1) {
      for (const name of asked.replaced) {
        await fleet.restart(name);
        restarts += 1;
        tell(
          `${name} replaced: ${tally.requests} requests, ${tally.failed} failed, ${tally.recoveredByRetry} of them succeeded on retry, ${tally.seen.length} errors shown to people`,
        );
        await delay(asked.calmMs);
      }
    }
    over.abort();
    await working;
    const lost = [
      ...(await missing(
        pool,
        people.flatMap(({ uploaded }) => uploaded),
        "select sha256 as key from images",
      )),
      ...(await missing(
        pool,
        people.flatMap(({ edits }) => edits.map(({ key }) => key)),
        "select push_key as key from detection_patches",
      )),
    ];
    return { ...tally, restarts, lost, from: asked.from, slowestMs: Math.round(tally.slowestMs) };
  } finally {
    over.abort();
    await connection.close();
  }
}

async function missing(
  pool: ReturnType<typeof connect>["pool"],
  keys: readonly string[],
  sql: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(sql);
  const stored = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !stored.has(key));
}

/** Two API processes and a worker on one database. Each can be replaced separately. */
class Fleet {
  /** The version that is started from now on. */
  root: string;
  readonly ports: readonly number[];
  readonly #environment: Record<string, string>;
  readonly #children = new Map<Name, ChildProcess>();

  constructor(root: string, dataDir: string, databaseUrl: string, ports: readonly number[]) {
    this.root = root;
    this.ports = ports;
    this.#environment = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      FAKE_MODEL: "true",
      TRUST_PROXY: "true",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SHUTDOWN_DELAY_SECONDS,
    };
  }

  async start(name: Name): Promise<void> {
    const port = this.ports[name === "api-1" ? 0 : 1] ?? 0;
    const args = name === "worker" ? ["worker"] : ["serve", "--no-worker", "--port", String(port)];
    const child = spawn(process.execPath, ["cli/src/main.ts", ...args], {
      cwd: this.root,
      env: { ...process.env, ...this.#environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#children.set(name, child);
    const ended = once(child, "exit").then(([code]) =>
      Promise.reject(new Error(`${name} ended with ${code} instead of starting.`)),
    );
    const late = delay(START_WITHIN_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`${name} did not start.`)),
    );
    // A process prints its address or a ready message when it serves.
    await Promise.race([once(child.stdout, "data"), ended, late]);
    ended.catch(() => undefined);
    late.catch(() => undefined);
  }

  async restart(name: Name): Promise<void> {
    await this.#end(name);
    await this.start(name);
    // Wait until the proxy has noticed the new process, as an operator would.
    await delay(1200);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((name) => this.#end(name)));
  }

  async #end(name: Name): Promise<void> {
    const child = this.#children.get(name);
    this.#children.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}

/** Gives the older version the built pages of this version, because only their delivery is tested. */
async function copyPages(folder: string): Promise<void> {
  const from = join(ROOT, "web/dist");
  await mkdir(join(folder, "web"), { recursive: true });
  await cp(from, join(folder, "web/dist"), { recursive: true }).catch(() => undefined);
}
