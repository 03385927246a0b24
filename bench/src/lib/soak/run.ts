import { setTimeout as delay } from "node:timers/promises";
import { Crew } from "../crew.ts";
import { apiMetric } from "../metrics.ts";
import { makePeople } from "../people.ts";
import { percentile } from "../percentile.ts";
import { type Role, usageOf } from "../processes.ts";
import { registerModels, startWorkers } from "../scale/workers.ts";
import type { Stack } from "../stack.ts";
import { type Point, growth, slope } from "./trend.ts";

const EVENTS = ["soak-north", "soak-south"];
const SAMPLE_MS = 2000;
/** New photos arrive as fast as photos are detected, so that both halves of the run have the same load. */
const MAX_WAITING_JOBS = 90;
/** Long-lived processes. Short-lived children are bounded one by one. */
const LONG_LIVED = ["api", "worker", "database"] as const satisfies readonly Role[];
const ALL = [...LONG_LIVED, "photos", "vision"] as const;

type Sample = {
  at: number;
  rssMb: Record<Role, number>;
  openFiles: Record<Role, number>;
  files: number;
  connections: number;
  /** Upper bound of the API's JavaScript heap after garbage collection. */
  heapMb: number;
};

export type SoakFigures = {
  photos: number;
  rssSlopeMbPerHour: number;
  /** Open files of API and worker. */
  openFilesGrowth: number;
  connectionsGrowth: number;
  /** Open files of a database connection: PostgreSQL keeps the files open that it has read. */
  databaseFilesGrowth: number;
  /** Memory of the long-lived processes: the last quarter of the run compared with the quarter before it. */
  rssGrowthMb: number;
  /** In the last quarter, by role. */
  rssMb: Record<string, number>;
  slopeMbPerHour: Record<string, number>;
  openFiles: Record<string, number>;
  minutes: number;
  calls: number;
  callP95Ms: number;
  failures: number;
};

/**
 * People upload, list, review and edit with live updates open, and some reconnect, until a number of photos has been
 * uploaded and detected. Memory, open files and connections of all processes are sampled; growth is measured from the
 * middle of the run on.
 */
export async function runSoak(
  stack: Stack,
  asked: {
    photos: number;
    people: number;
    picture: Buffer;
    fakeModel: boolean;
    think: { least: number; most: number };
  },
  tell: (text: string) => void,
): Promise<SoakFigures> {
  const environment = { FAKE_MODEL: String(asked.fakeModel) };
  await registerModels(stack, environment);
  // New photos use it because it is the only model.
  if (asked.fakeModel) await stack.pool.query("update models set chosen_status = 'retired' where name <> 'fake'");
  for (const slug of EVENTS) await stack.client.call("project.createProject", { name: slug, slug });
  const people = await makePeople(stack, asked.people);
  const workers = await startWorkers(stack, 1, environment);
  const crew = new Crew({
    url: stack.url,
    people,
    slugs: EVENTS,
    // Half of their actions are uploads.
    acts: ["upload", "upload", "upload", "upload", "upload", "list", "list", "review", "review", "reconnect"],
    think: asked.think,
    picture: asked.picture,
    photos: asked.photos,
    mayUpload: () => waiting < MAX_WAITING_JOBS,
  });
  let waiting = 0;
  const samples: Sample[] = [];
  const startedAt = performance.now();
  crew.start();
  try {
    while (crew.uploaded < asked.photos || waiting > 0) {
      samples.push(await takeSample(stack, (performance.now() - startedAt) / 1000));
      if (samples.length % 15 === 0) tell(`${crew.uploaded} photos, ${waiting} jobs wait; ${summarize(samples)}`);
      if (crew.failures.length > asked.photos) break;
      await delay(SAMPLE_MS);
      waiting = await countWaiting(stack);
    }
  } finally {
    await crew.stop();
    await workers.stop();
  }
  for (const failure of crew.failures.slice(0, 5)) tell(failure);
  return {
    ...trends(samples),
    photos: crew.uploaded,
    minutes: Number(((performance.now() - startedAt) / 60_000).toFixed(1)),
    calls: crew.calls.length,
    callP95Ms: Math.round(
      percentile(
        crew.calls.map(({ ms }) => ms),
        0.95,
      ),
    ),
    failures: crew.failures.length,
  };
}

function trends(
  samples: readonly Sample[],
): Pick<
  SoakFigures,
  | "rssSlopeMbPerHour"
  | "openFilesGrowth"
  | "databaseFilesGrowth"
  | "connectionsGrowth"
  | "rssGrowthMb"
  | "rssMb"
  | "slopeMbPerHour"
  | "openFiles"
> {
  const late = samples.slice(Math.floor(samples.length / 2));
  const points = (of: (sample: Sample) => number): Point[] =>
    late.map((sample) => ({ at: sample.at, value: of(sample) }));
  const perHour = (of: (sample: Sample) => number): number => Math.round(slope(points(of)) * 3600);
  const longLivedMb = ({ rssMb }: Sample): number => LONG_LIVED.reduce((sum, role) => sum + rssMb[role], 0);
  const lately = (of: "rssMb" | "openFiles"): Record<string, number> =>
    Object.fromEntries(
      ALL.map((role) => [
        role,
        Math.round(
          percentile(
            last.map((sample) => sample[of][role]),
            0.5,
          ),
        ),
      ]),
    );
  const last = samples.slice(-Math.ceil(samples.length / 4));
  return {
    rssSlopeMbPerHour: perHour(longLivedMb),
    openFilesGrowth: growth(points(({ files }) => files)),
    databaseFilesGrowth: Math.round(growth(points(({ openFiles, connections }) => openFiles.database / connections))),
    connectionsGrowth: growth(points(({ connections }) => connections)),
    rssGrowthMb: Math.round(growth(points(longLivedMb))),
    rssMb: lately("rssMb"),
    openFiles: lately("openFiles"),
    slopeMbPerHour: Object.fromEntries(ALL.map((role) => [role, perHour(({ rssMb }) => rssMb[role])])),
  };
}

async function takeSample({ pool, url }: Stack, at: number): Promise<Sample> {
  const usage = await usageOf([process.pid]);
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'",
  );
  return {
    at,
    rssMb: Object.fromEntries(ALL.map((role) => [role, usage[role].rssMb])) as Sample["rssMb"], // the sampled roles
    openFiles: Object.fromEntries(ALL.map((role) => [role, usage[role].openFiles])) as Sample["openFiles"], // the sampled roles
    files: usage.api.openFiles + usage.worker.openFiles,
    heapMb: (await apiMetric(url, "nodejs_heap_size_used_bytes")) / 1024 / 1024,
    connections: rows[0]?.count ?? 0,
  };
}

function summarize(samples: readonly Sample[]): string {
  const now = samples.at(-1);
  if (!now) return "";
  const memory = ALL.map((role) => `${role} ${Math.round(now.rssMb[role])} MB`).join(", ");
  return `${memory}, ${now.files} files, ${now.connections} connections, API heap ${Math.round(now.heapMb)} MB`;
}

async function countWaiting({ pool }: Stack): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where state < 'completed' and name in ('detect-photo', 'make-previews', 'read-codes')",
  );
  return rows[0]?.count ?? 0;
}
