import { setTimeout as delay } from "node:timers/promises";
import type { Person } from "../people.ts";
import { percentile } from "../percentile.ts";
import type { Stack } from "../stack.ts";
import { type Call, Crowd, elapsed } from "./clicking.ts";
import { readYears } from "./visits.ts";
import { BIG_SLUG } from "./years.ts";

/** Warm-up, so that a running server is measured. */
const WARM_UP_MS = 5000;
/** Pause between two completions. */
const REST_MS = 3000;

type Plan = { people: readonly Person[]; warmUpMs?: number; forMs: number; completions: number };
type Tell = (text: string) => void;

/** People click for a while; then the biggest event is completed several times while they continue. */
export async function measureLists(stack: Stack, plan: Plan, tell: Tell): Promise<Record<string, unknown>> {
  const crowd = new Crowd(stack.url);
  crowd.start(plan.people, await readYears(stack));
  try {
    await delay(plan.warmUpMs ?? WARM_UP_MS);
    const from = performance.now();
    await delay(plan.forMs);
    const until = performance.now();
    const completions: Completion[] = [];
    for (let n = 0; n < plan.completions; n++) completions.push(await complete(stack));
    await crowd.stop();
    const usual = crowd.calls.filter(({ startedAt, endedAt }) => startedAt >= from && endedAt <= until);
    return { ...summariseLists(usual, tell), ...summariseCompletions(completions, crowd.calls, tell) };
  } finally {
    await crowd.stop();
  }
}

const p95 = (calls: readonly Call[]): number => Math.round(percentile(calls.map(elapsed), 0.95));

function summariseLists(calls: readonly Call[], tell: Tell): Record<string, unknown> {
  const kinds = [...Map.groupBy(calls, ({ kind }) => kind)]
    .map(([kind, of]) => ({ kind, calls: of.length, p95Ms: p95(of), medianMs: percentile(of.map(elapsed), 0.5) }))
    .toSorted((a, b) => b.p95Ms - a.p95Ms);
  for (const { kind, calls: count, p95Ms, medianMs } of kinds)
    tell(`${kind.padEnd(40)} ${String(count).padStart(5)} calls, median ${medianMs.toFixed(1)} ms, p95 ${p95Ms} ms`);
  return {
    listP95Ms: p95(calls),
    worstListP95Ms: kinds[0]?.p95Ms,
    worstList: kinds[0]?.kind,
    calls: calls.length,
    lists: Object.fromEntries(kinds.map(({ kind, p95Ms }) => [kind, p95Ms])),
  };
}

type Completion = { startedAt: number; endedAt: number; rows: number };

/** Completes the event and measures the call, then resets it except for its report. */
async function complete({ client, pool }: Stack): Promise<Completion> {
  const startedAt = performance.now();
  const answer = await client.call("project.completeProject", { slug: BIG_SLUG });
  const endedAt = performance.now();
  const { report } = answer as { report: { sid: string } }; // PD-55
  const { rows } = await pool.query<{ rows: number }>(
    "select count(*)::integer as rows from report_rows where report_sid = $1",
    [report.sid],
  );
  await client.call("project.reopenProject", { slug: BIG_SLUG });
  await delay(REST_MS);
  return { startedAt, endedAt, rows: rows[0]?.rows ?? 0 };
}

function summariseCompletions(
  completions: readonly Completion[],
  calls: readonly Call[],
  tell: Tell,
): Record<string, unknown> {
  const others = calls.filter((call) =>
    completions.some(({ startedAt, endedAt }) => call.startedAt < endedAt && call.endedAt > startedAt),
  );
  const times = completions.map(({ startedAt, endedAt }) => Math.round(endedAt - startedAt));
  const rows = completions[0]?.rows ?? 0;
  tell(
    `an event of ${rows} rows completed in ${times.join(", ")} ms; the others' ${others.length} calls meanwhile: p95 ${p95(others)} ms`,
  );
  return {
    completeMs: Math.max(...times),
    completionsMs: times,
    rows,
    othersP95Ms: p95(others),
    othersMaxMs: Math.round(Math.max(...others.map(elapsed))),
    othersCalls: others.length,
  };
}
