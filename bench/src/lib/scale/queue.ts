import { setTimeout as delay } from "node:timers/promises";
import { JobQueue, connect } from "@precount/server";
import { percentile } from "../percentile.ts";
import type { Stack } from "../stack.ts";

/** The detection queue with its production settings; no worker takes its jobs here. */
const QUEUE = "detect-photo";
const ROWS_PER_STATEMENT = 5000;
const LANES = [4, 8] as const;

type DepthFigures = {
  queued: number;
  tableMb: number;
  /** Jobs per second that a number of lanes start and complete, and how long one lane waits for a job (p95). */
  takenPerSecond: Record<string, number>;
  takeP95Ms: Record<string, number>;
  /** Jobs per second that four lanes send, each in its own transaction like an upload. */
  sentPerSecond: number;
};

export type QueueFigures = {
  /** Jobs a second, 5,000 in a statement. */
  bulkPerSecond: number;
  depths: DepthFigures[];
  /** Small transactions per second of eight lanes, without and with NOTIFY. */
  commitsPerSecond: { silent: number; told: number };
};

/**
 * Throughput of the job queue in PostgreSQL without photos: sending, starting and completing jobs with a number of
 * jobs waiting. All lanes run in one Node process, which takes part of the time.
 */
export async function measureQueue(
  stack: Stack,
  depths: readonly number[],
  forMs: number,
  tell: (text: string) => void,
): Promise<QueueFigures> {
  const most = Math.max(...LANES);
  const queue = new JobQueue({
    url: stack.databaseUrl,
    role: "sender",
    max: most,
    onError: (error) => tell(error.message),
  });
  await queue.start();
  const found: DepthFigures[] = [];
  let [sent, sendingMs] = [0, 0];
  try {
    for (const depth of depths) {
      const startedAt = performance.now();
      sent += await fill(stack, queue, depth);
      sendingMs += performance.now() - startedAt;
      // Vacuum first, like autovacuum does on a table in use.
      await stack.pool.query("vacuum analyze pgboss.job_common");
      const taken: Record<string, number> = {};
      const waited: Record<string, number> = {};
      for (const lanes of LANES) {
        await fill(stack, queue, depth);
        const { times, ms } = await inLanes(lanes, forMs, () => take(queue));
        taken[lanes] = perSecond(times.length, ms);
        waited[lanes] = Number(percentile(times, 0.95).toFixed(1));
      }
      const sends = await inLanes(4, forMs, () => send(queue));
      const figures = {
        queued: depth,
        tableMb: await tableMb(stack),
        takenPerSecond: taken,
        takeP95Ms: waited,
        sentPerSecond: perSecond(sends.times.length, sends.ms),
      };
      tell(JSON.stringify(figures));
      found.push(figures);
    }
  } finally {
    await queue.stop();
    await stack.pool.query("delete from pgboss.job");
  }
  const commitsPerSecond = await measureCommits(stack, forMs);
  tell(JSON.stringify({ commitsPerSecond }));
  return { bulkPerSecond: perSecond(sent, sendingMs), depths: found, commitsPerSecond };
}

/**
 * PostgreSQL holds one database-wide lock from a NOTIFY's commit until it is on disk; other notifying transactions
 * wait for it.
 */
async function measureCommits({ databaseUrl }: Stack, forMs: number): Promise<QueueFigures["commitsPerSecond"]> {
  const connection = connect(databaseUrl, { max: 8 });
  const { pool } = connection;
  await pool.query("create table bench_commits (n integer)");
  const commits = async (statement: string): Promise<number> => {
    const { times, ms } = await inLanes(8, forMs, async () => {
      await pool.query(statement);
      return true;
    });
    return perSecond(times.length, ms);
  };
  const silent = await commits("insert into bench_commits values (1)");
  const told = await commits("with one as (insert into bench_commits values (1)) select pg_notify('bench', '')");
  await pool.query("drop table bench_commits");
  await connection.close();
  return { silent, told };
}

const perSecond = (count: number, ms: number): number => Math.round((count / ms) * 1000);

/** Sends jobs until `depth` wait. Returns how many were sent. */
async function fill({ pool }: Stack, queue: JobQueue, depth: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where name = $1 and state < 'active'",
    [QUEUE],
  );
  const missing = depth - (rows[0]?.count ?? 0);
  for (let sent = 0; sent < missing; sent += ROWS_PER_STATEMENT) {
    const count = Math.min(ROWS_PER_STATEMENT, missing - sent);
    await queue.boss.insert(
      QUEUE,
      Array.from({ length: count }, () => ({ data: { jobId: "bench" } })),
    );
  }
  return Math.max(0, missing);
}

/** False if the queue is empty. */
async function take({ boss }: JobQueue): Promise<boolean> {
  const [job] = await boss.fetch(QUEUE);
  if (job) await boss.complete(QUEUE, job.id);
  return job !== undefined;
}

async function send({ boss }: JobQueue): Promise<boolean> {
  await boss.insert(QUEUE, [{ data: { jobId: "bench" } }]);
  return true;
}

/** Duration of each action and of the whole run, milliseconds. */
async function inLanes(
  lanes: number,
  forMs: number,
  act: () => Promise<boolean>,
): Promise<{ times: number[]; ms: number }> {
  const times: number[] = [];
  const stopping = new AbortController();
  const lane = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      if (!(await act())) stopping.abort();
      else times.push(performance.now() - startedAt);
    }
  };
  const beganAt = performance.now();
  const running = Promise.all(Array.from({ length: lanes }, lane));
  await Promise.race([delay(forMs), running]);
  stopping.abort();
  await running;
  return { times, ms: performance.now() - beganAt };
}

async function tableMb({ pool }: Stack): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>("select pg_total_relation_size('pgboss.job_common') as bytes");
  return Number((Number(rows[0]?.bytes ?? 0) / 1e6).toFixed(1));
}
