import { parseArgs } from "node:util";
import { timelineActions } from "@precount/domain";
import { drawPredictions } from "./lib/predictions.ts";
import { NO_PHOTO, seedDetections } from "./lib/seed.ts";
import { percentile } from "./lib/percentile.ts";
import { type Stack, withStack } from "./lib/stack.ts";

const SLUG = "history-bench";
const ENTRIES = 1_000_000;
const IMAGES = 5000;
const SHELVES = 3;
const PATCHES_PER_IMAGE = 2;
const PAGES = 60;
/** One action in so many is one of an event, such as a change of the settings. */
const RARE_EVERY = 50_000;
const STATES_PER_IMAGE = 10;
/** Photos whose state changed between the two compared moments. */
const CHANGED_IMAGES = 100;

/**
 * The timeline of an event with 5,000 images and 1,000,000 entries in the audit log: milliseconds of the first page without filters,
 * with a rare kind, a person and an area, of the people, of the history of a result, of the event's figures at a moment, and of the rows
 * that differ between two moments: of 100 photos, and of all of them with `--stickers N` (10) each.
 */
export function history(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({ args: [...argv], options: { stickers: { type: "string", default: "10" } } });
  return withStack((stack) => measure(stack, Number(values.stickers)));
}

async function measure(stack: Stack, stickersPerImage: number): Promise<Record<string, unknown>> {
  const { client } = stack;
  await client.call("project.createProject", { name: SLUG, slug: SLUG });
  await client.call("area.createRange", { project: { slug: SLUG }, from: 1, to: 50 });
  const { sid: projectSid } = await client.query<{ sid: string }>("project.getProject", { slug: SLUG });
  await seedDetections(
    stack,
    projectSid,
    IMAGES,
    drawPredictions(NO_PHOTO, { stickers: stickersPerImage, shelves: SHELVES }),
  );
  const { detectionSid, personSid } = await seedEntries(stack, projectSid);
  const fetchPage = (filters: object) => () =>
    client.query<{ items: unknown[] }>("history.fetchTimeline", { project: { slug: SLUG }, filters });
  const figures = {
    // A call that reads one row, for comparison on a busy machine.
    smallCallP95Ms: await p95(() => client.query("project.getProject", { slug: SLUG })),
    firstPageP95Ms: await p95(fetchPage({})),
    rareKindP95Ms: await p95(fetchPage({ kinds: ["event"] })),
    personP95Ms: await p95(fetchPage({ personSid })),
    peopleP95Ms: await p95(() => client.query("history.fetchPeople", { project: { slug: SLUG } })),
    areaP95Ms: await p95(fetchPage({ areaNumber: 7 })),
    resultP95Ms: await p95(() => client.query("history.getResultHistory", { sid: detectionSid, index: 0 })),
    ...(await measureMoments(stack, projectSid)),
  };
  return { entries: ENTRIES, images: IMAGES, ...figures };
}

async function measureMoments(stack: Stack, projectSid: string): Promise<Record<string, number>> {
  const { client } = stack;
  const { first, from, to, end } = await seedStates(stack, projectSid);
  const project = { slug: SLUG };
  const compare = (since: string, until: string, page = 1) =>
    client.query<{ counts: { added: number } }>("history.fetchRowChanges", { project, from: since, to: until, page });
  const figuresOf = (at: string) => client.query("history.getFigures", { project, at });
  // The server keeps what it computed about the past, so the first call of each kind is another figure.
  const stateFirstMs = await timed(() => figuresOf(end));
  const rowChangesFirstMs = await timed(() => compare(from, to));
  const allRowsFirstMs = await timed(() => compare(first, end));
  return {
    stateFirstMs,
    stateP95Ms: await p95(() => figuresOf(end)),
    rowChangesFirstMs,
    rowChangesP95Ms: await p95(() => compare(from, to)),
    rowsAdded: (await compare(from, to)).counts.added,
    allRowsFirstMs,
    allRowsPageP95Ms: await p95(() => compare(first, end, 2)),
    allRowsAdded: (await compare(first, end)).counts.added,
  };
}

type Moments = { first: string; from: string; to: string; end: string };

/**
 * Gives each image more states in the hours before now, of which the last one approves it, one image each second, and each detection some
 * edits before them.
 */
async function seedStates({ pool }: Stack, projectSid: string): Promise<Moments> {
  const length = (STATES_PER_IMAGE + 1) * IMAGES;
  await pool.query(
    `insert into image_states (project_sid, image_sid, at, status, area_number, counts_too, detection_sid, stickers, valid_stickers)
     select i.project_sid, i.sid, now() - (($4::int - n * $2::int - i.at + 1) || ' seconds')::interval,
       case when n = $3 then 'approved'::image_status else 'pending' end, null, null,
       (select d.sid from image_detections d where d.image_sid = i.sid limit 1), i.stickers_count, n
     from (select *, row_number() over (order by sid) as at from images where project_sid = $1) i, generate_series(1, $3::int) n
     order by n, i.at`,
    [projectSid, IMAGES, STATES_PER_IMAGE, length],
  );
  await pool.query(
    `insert into detection_patches (detection_sid, revision, position, patch, created_by, created_at)
     select d.sid, n, 0, jsonb_build_object('op', 'replace', 'path', '/' || n || '/quantity/value', 'value', '12'),
       (select sid from users limit 1), now() - ($3 || ' seconds')::interval
     from image_detections d join images i on i.sid = d.image_sid, generate_series(1, $2::int) n where i.project_sid = $1`,
    [projectSid, PATCHES_PER_IMAGE, length + 1],
  );
  await pool.query("vacuum analyze image_states, detection_patches");
  const start = Date.now() - length * 1000;
  const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();
  const approval = STATES_PER_IMAGE * IMAGES;
  return {
    first: at(1),
    from: at(approval + IMAGES / 2),
    to: at(approval + IMAGES / 2 + CHANGED_IMAGES),
    end: at(length - 1),
  };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return Math.round(performance.now() - startedAt);
}

async function p95(act: () => Promise<unknown>): Promise<number> {
  await act();
  const times: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    times.push(await timed(act));
  }
  return Math.round(percentile(times, 0.95));
}

/** Inserts sealed entries: the server would need a minute to seal them, and the measurement needs no valid chain. */
async function seedEntries({ pool }: Stack, projectSid: string): Promise<{ detectionSid: string; personSid: string }> {
  const common = timelineActions(["upload", "edit", "validation", "image", "area"]);
  await pool.query(
    `update images set area_sid = a.sid from areas a
     where images.project_sid = $1 and a.project_sid = $1 and a.number = 1 + abs(hashtext(images.sid)) % 50`,
    [projectSid],
  );
  await pool.query("alter table audit_entries disable trigger all");
  await pool.query(
    `with image as (select sid, row_number() over () - 1 as n from images where project_sid = $1),
     person as (select sid, name, row_number() over () - 1 as n, count(*) over () as people from users)
     insert into audit_entries (at, kind, action, actor_sid, actor_name, subject_kind, subject_sid, project_sid, details, position,
       previous_hash, hash)
     select now() - (($2 - at) || ' seconds')::interval, 'image',
       case when at % $3 = 0 then 'project.setProjectSettings' else ($4::text[])[1 + at % cardinality($4::text[])] end,
       person.sid, person.name, 'image', image.sid, $1, case when at % 1000 = 1 then jsonb_build_object('sids',
         jsonb_build_array(image.sid), 'count', 1) else '{}' end, 10000000 + at, '', ''
     from generate_series(0, $2::int - 1) at join image on image.n = at % $5 join person on person.n = at % person.people`,
    [projectSid, ENTRIES, RARE_EVERY, common, IMAGES],
  );
  await pool.query("alter table audit_entries enable trigger all");
  await pool.query("vacuum analyze audit_entries");
  const { rows } = await pool.query<{ detectionSid: string; personSid: string }>(
    `select d.sid as "detectionSid", u.sid as "personSid" from image_detections d join images i on i.sid = d.image_sid, users u
     where i.project_sid = $1 limit 1`,
    [projectSid],
  );
  const [first] = rows;
  if (!first) throw new Error("the event has no detection");
  return first;
}
