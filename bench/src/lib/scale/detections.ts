import { setTimeout as delay } from "node:timers/promises";
import type { Stack } from "../stack.ts";

const POLL_MS = 250;
/** After this time without progress the workers count as stuck. */
const GIVE_UP_MS = 120_000;

/** Completion times of an event's photos, milliseconds since the first, sorted. */
async function doneAt({ pool }: Stack, slug: string): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>(
    `select extract(epoch from d.inferred_at - min(d.inferred_at) over ())::float8 * 1000 as ms
     from image_detections d join images i on i.sid = d.image_sid join projects p on p.sid = i.project_sid
     where p.slug = $1 order by d.inferred_at`,
    [slug],
  );
  return rows.map(({ ms }) => ms);
}

/** Number of detected images of an event. */
export async function countDone({ pool }: Stack, slug: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from image_jobs j join images i on i.sid = j.image_sid
     join projects p on p.sid = i.project_sid where p.slug = $1 and j.state = 'done'`,
    [slug],
  );
  return rows[0]?.count ?? 0;
}

/** Waits until a number of images is detected. Throws after two minutes without progress. */
export async function untilDone(stack: Stack, slug: string, count: number): Promise<void> {
  let [last, changedAt] = [-1, performance.now()];
  for (;;) {
    const done = await countDone(stack, slug);
    if (done >= count) return;
    if (done !== last) [last, changedAt] = [done, performance.now()];
    if (performance.now() - changedAt > GIVE_UP_MS) throw new Error(`Only ${done} of ${count} photos were detected.`);
    await delay(POLL_MS);
  }
}

/** Photos per second between the `skip`th and the `count`th: before that, models load. */
export async function photosPerSecond(stack: Stack, slug: string, skip: number, count: number): Promise<number> {
  const times = await doneAt(stack, slug);
  const [first, last] = [times[skip - 1], times[count - 1]];
  if (first === undefined || last === undefined) throw new Error("Too few photos were detected.");
  return ((count - skip) / (last - first)) * 1000;
}

/** Queues all images of an event with Analyze. Returns how many were queued. */
export async function queueAll({ client, pool }: Stack, slug: string, modelName: string): Promise<number> {
  const { rows } = await pool.query<{ sid: string }>("select sid from models where name = $1", [modelName]);
  const [model] = rows;
  if (!model) throw new Error(`No worker has registered the model ${modelName}.`);
  const answer = await client.call("project.analyzeProject", { project: { slug }, model });
  return (answer as { queued: number }).queued; // the procedure's output
}
