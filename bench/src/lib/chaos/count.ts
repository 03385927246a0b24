import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { connect, runDoctor } from "@precount/server";
import type { Installation } from "./installation.ts";
import type { Ledger } from "./ledger.ts";

/** The findings as messages; empty lists mean success. `unfinished`: work that still waits and is not lost. */
export type Counted = { lost: string[]; doubled: string[]; unfinished: string[] };

/** If no job finishes for this long, the rest counts as unfinished. Under other load, the whole queue may take longer. */
const STALL_MS = 120_000;

/** Waits until the queue is empty, then checks every acknowledged change and looks for duplicates. */
export async function countAll(installation: Installation, ledger: Ledger): Promise<Counted> {
  const connection = connect(installation.databaseUrl, { max: 2 });
  const list = async (sql: string, ...values: unknown[]): Promise<string[]> =>
    (await connection.pool.query<{ what: string }>(sql, values)).rows.map(({ what }) => what);
  try {
    await untilStalled(() => list(OPEN_WORK), STALL_MS);
    const photos = await Promise.all(ledger.photos.map((photo) => lostPhoto(installation, photo, list)));
    const { databaseUrl, dataDir, s3 } = installation;
    const place = { databaseUrl, dataDir, s3 };
    const found = await runDoctor(place, { fix: false, isDeep: true });
    return {
      lost: [
        ...photos.flat(),
        ...(await list(LOST_EDITS, JSON.stringify(ledger.edits))),
        ...(await list(LOST_REPORTS, JSON.stringify(ledger.reports))),
        ...(await list(LOST_TASKS, JSON.stringify(ledger.tasks))),
        ...(await list(UNDONE)),
        ...(await differingStates(ledger, list)),
        ...(await list(UNAUDITED, ledger.edits.length)),
        ...found.map(({ problem, examples }) => `${problem} ${examples.join(", ")}`),
      ],
      doubled: await list(DOUBLED),
      unfinished: await list(UNFINISHED),
    };
  } finally {
    await connection.close();
  }
}

/** Waits until no work is open, or until the open work has not changed for `stallMs`. */
export async function untilStalled(listOpen: () => Promise<string[]>, stallMs: number): Promise<void> {
  let before = "";
  let changedAt = performance.now();
  for (;;) {
    const open = (await listOpen()).toSorted().join();
    if (open === "") return;
    if (open !== before) changedAt = performance.now();
    else if (performance.now() - changedAt > stallMs) return;
    before = open;
    await delay(200);
  }
}

/** Waits until the jobs that wait now are done, ignoring later ones. Milliseconds; null if it gave up. */
export async function untilDone(databaseUrl: string, withinMs: number): Promise<number | null> {
  const connection = connect(databaseUrl, { max: 1 });
  const startedAt = performance.now();
  const open = async (): Promise<string[]> =>
    (await connection.pool.query<{ what: string }>(OPEN_WORK)).rows.map(({ what }) => what);
  try {
    let waiting = new Set(await open());
    while (waiting.size > 0) {
      if (performance.now() - startedAt > withinMs) return null;
      await delay(200);
      waiting = new Set((await open()).filter((what) => waiting.has(what)));
    }
    return performance.now() - startedAt;
  } finally {
    await connection.close();
  }
}

/** Current states that differ from the last acknowledged ones. */
async function differingStates({ states }: Ledger, list: (sql: string) => Promise<string[]>): Promise<string[]> {
  const current = new Map<string, string>();
  for (const line of await list(STATES)) {
    const at = line.lastIndexOf(" ");
    current.set(line.slice(0, at), line.slice(at + 1));
  }
  return [...states]
    .map(([what, expected]) => ({ what, expected, found: current.get(what) ?? "gone" }))
    .filter(({ expected, found }) => expected !== found)
    .map(({ what, expected, found }) => `${what} is ${found}, not ${expected}`);
}

async function lostPhoto(
  installation: Installation,
  { sid, sha256 }: Ledger["photos"][number],
  list: (sql: string, ...values: unknown[]) => Promise<string[]>,
): Promise<string[]> {
  const rows = await list("select sha256 as what from images where sid = $1", sid);
  if (rows[0] !== sha256) return [`photo ${sid}: no row with its sha256`];
  const bytes = await readFile(installation.fileOf(sha256)).catch(() => null);
  if (bytes === null) return [`photo ${sid}: no file`];
  return createHash("sha256").update(bytes).digest("hex") === sha256 ? [] : [`photo ${sid}: its bytes differ`];
}

/** Images that are not rejected and have no detection. */
const WITHOUT_DETECTION = `
  from images i where i.rejected_at is null
    and not exists (select 1 from image_detections d where d.image_sid = i.sid and d.status <> 'discarded')`;

const OPEN_JOB = `exists (select 1 from image_jobs j where j.image_sid = i.sid and j.state in ('queued', 'running', 'retrying'))`;

/** Every image that is not rejected has a detection, or a job that will make one. */
const UNDONE = `select 'photo ' || i.sid || ' has neither a detection nor a job' as what ${WITHOUT_DETECTION} and not ${OPEN_JOB}`;

const UNFINISHED = `
  select 'photo ' || i.sid || ' waits for its detection' as what ${WITHOUT_DETECTION} and ${OPEN_JOB}
  union all select 'task ' || task_id || ' waits' from tasks where status in (1, 2)`;

const OPEN_WORK = `
  select id as what from image_jobs where state in ('queued', 'running', 'retrying')
  union all select task_id::text from tasks where status in (1, 2)
  union all ${UNDONE}`;

const LOST_EDITS = `
  select 'edit ' || e.key as what from json_to_recordset($1) as e ("detectionSid" text, key text)
  where not exists (select 1 from detection_patches p where p.detection_sid = e."detectionSid" and p.push_key = e.key)`;

const LOST_REPORTS = `
  select 'report ' || r.sid as what from json_to_recordset($1) as r (sid text)
  where not exists (select 1 from reports x where x.sid = r.sid)`;

const LOST_TASKS = `
  select 'task ' || t."taskId" as what from json_to_recordset($1) as t ("taskId" integer)
  where not exists (select 1 from tasks x where x.task_id = t."taskId" and x.status in (1, 2, 3))`;

/** Uses the same keys as the ledger. */
const STATES = `
  select 'image ' || sid || ' ' || case when rejected_at is null then 'kept' else 'rejected' end as what from images
  union all
  select 'area ' || p.slug || ' ' || a.number || ' ' || case when a.voided_at is null then 'there' else 'voided' end
    from areas a join projects p on p.sid = a.project_sid
  union all
  select 'event ' || slug || ' ' || status from projects`;

/** Each edit has an audit entry, written in the same transaction. */
const UNAUDITED = `
  select 'audit entries of edits: only ' || count(*) as what from audit_entries
  where action = 'imageDetection.pushImageDetectionPatches' and kind <> 'refusal' having count(*) < $1`;

const DOUBLED = `
  select 'photo ' || project_sid || ' ' || sha256 as what from images group by project_sid, sha256 having count(*) > 1
  union all
  select 'detection of ' || image_sid from image_detections where status <> 'discarded'
    group by image_sid, model_sid having count(*) > 1
  union all
  select 'edit ' || push_key from detection_patches group by detection_sid, push_key having count(*) > 1
  union all
  select 'report of ' || project_sid from reports group by project_sid having count(*) > 1
  union all
  select 'document ' || file_name || ' of task ' || task_id from task_documents group by task_id, file_name having count(*) > 1`;
