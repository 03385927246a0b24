import type { Person } from "../people.ts";
import { modelOf } from "../seed.ts";
import type { Stack } from "../stack.ts";
import { seededRandom } from "./random.ts";
import { type Template, type TemplateKind, makeTemplate } from "./templates.ts";
import { BIG_SLUG, type PlannedEvent, type Size, planYears } from "./years.ts";

/** One connection, because settings apply to a connection. */
type Client = { query(text: string, values?: unknown[]): Promise<unknown> };

/** Templates repeat; the images of the big event are all different. */
const TEMPLATES: Readonly<Record<Exclude<TemplateKind, "big">, number>> = { doubtful: 150, clean: 150, reviewed: 300 };
const TEMPLATES_AT_ONCE = 250;

/**
 * Inserts years of data with a few large statements; the rows match what the program would write. `person` has
 * reviewed and completed everything.
 */
export async function seedYears(stack: Stack, size: Size, person: Person, tell: (text: string) => void): Promise<void> {
  const modelSid = await modelOf(stack);
  const client = await stack.pool.connect();
  const step = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    await act();
    tell(`  ${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  try {
    await client.query("select setseed(0.42)");
    await client.query("set work_mem = '256MB'; set synchronous_commit = off");
    // Triggers and foreign keys would check 200,000 rows one by one; the data they maintain is filled in at the end.
    await client.query("set session_replication_role = replica");
    await step("events", () => insertEvents(client, planYears(size), person.sid));
    await step("what photos look like", () => insertTemplates(client, size));
    await step("photos", () => insertImages(client, person.sid));
    await step("detections", () => insertDetections(client, modelSid, person.sid));
    await step("reports", () => insertReports(client, person));
    await step("counts", () => client.query(COUNT_ALL));
    await client.query("drop table seed_rows, seed_looks, seed_photos, seed_events");
    await step("vacuum", () => client.query("vacuum analyze"));
    await step("checkpoint", () => client.query("checkpoint"));
  } finally {
    // It now differs from the other templates.
    client.release(true);
  }
}

const newSid = "substr(md5(random()::text) || md5(random()::text), 1, 24)";

async function insertEvents(client: Client, events: readonly PlannedEvent[], userSid: string): Promise<void> {
  await client.query(
    `create unlogged table seed_events as
     select ${newSid} as sid, planned.* from jsonb_to_recordset($1::jsonb) as planned
       (name text, slug text, status project_status, before project_status, photos integer, "createdAt" timestamptz)`,
    [JSON.stringify(events)],
  );
  await client.query(
    `insert into projects (sid, slug, name, status, status_before_archive, status_date, created_at, created_by)
     select sid, slug, name, status, before, "createdAt" + interval '1 day', "createdAt", $1 from seed_events`,
    [userSid],
  );
}

async function insertTemplates(client: Client, { bigImages }: Size): Promise<void> {
  const random = seededRandom(42);
  await client.query(
    `create unlogged table seed_looks (id integer primary key, kind text, n integer, looks jsonb);
     create unlogged table seed_rows (id integer, place integer, shelf_code text, code text, quantity text)`,
  );
  let id = 0;
  for (const [kind, count] of Object.entries({ ...TEMPLATES, big: bigImages })) {
    for (let at = 0; at < count; at += TEMPLATES_AT_ONCE) {
      const batch = Array.from({ length: Math.min(TEMPLATES_AT_ONCE, count - at) }, (_, n) => ({
        id: (id += 1),
        n: at + n,
        // TypeScript types the keys of an object as strings.
        ...makeTemplate(kind as TemplateKind, random),
      }));
      await insertLooks(client, batch);
    }
  }
  await client.query(
    `insert into seed_rows select l.id, row.place, row.said->>'shelfCode', row.said->>'code', row.said->>'quantity'
     from seed_looks l, jsonb_array_elements(l.looks->'rows') with ordinality as row (said, place)`,
  );
  await client.query("create index on seed_rows (id); analyze seed_looks; analyze seed_rows");
}

async function insertLooks(client: Client, batch: readonly (Template & { id: number; n: number })[]): Promise<void> {
  await client.query(
    `insert into seed_looks select * from unnest($1::integer[], $2::text[], $3::integer[], $4::jsonb[])`,
    [
      batch.map(({ id }) => id),
      batch.map(({ kind }) => kind),
      batch.map(({ n }) => n),
      batch.map((template) => JSON.stringify(template)),
    ],
  );
}

/** Status values of an image in a closed or an active event. */
const STATUS = `case
  when e.slug = '${BIG_SLUG}' then 'approved'
  when coalesce(e.before, e.status) = 'completed' then case when dice < 0.96 then 'approved' else 'rejected' end
  when dice < 0.05 then 'uploaded' when dice < 0.30 then 'processed' when dice < 0.55 then 'pending'
  when dice < 0.95 then 'approved' else 'rejected' end`;
const KIND = `case when slug = '${BIG_SLUG}' then 'big' when status = 'processed' then 'doubtful'
  when status = 'pending' then 'clean' when status = 'uploaded' then null
  when status = 'rejected' then 'doubtful' when dice2 < 0.5 then 'clean' else 'reviewed' end`;

async function insertImages(client: Client, userSid: string): Promise<void> {
  // Every second image of an event has an area; every image of the big event has one.
  await client.query(
    `create unlogged table seed_photos as
     select photos.*, looks.first + n % looks.count as look from (
       select drawn.*, ${KIND} as kind from (
         select ${newSid} as sid, ${newSid} as detection_sid, ${newSid} as area_sid, e.sid as project_sid, e.slug, n,
           e.slug = '${BIG_SLUG}' or n <= e.photos / 2 as has_area, e."createdAt" + n * interval '20 seconds' as at,
           ${STATUS} as status, dice2
         from seed_events e, generate_series(1, e.photos) n,
           lateral (select random() as dice, random() as dice2 where n > 0) dices) drawn) photos
     left join (select kind, min(id) as first, count(*)::integer as count from seed_looks group by kind) looks using (kind)`,
  );
  await client.query("analyze seed_photos");
  await client.query(
    `insert into areas (sid, project_sid, number, created_at)
     select area_sid, project_sid, n, at from seed_photos where has_area`,
  );
  await client.query(
    `insert into images (sid, project_sid, area_sid, name, status, status_date, sha256, size_bytes, format, raw_width, raw_height,
       orientation, captured_at, camera_brand, camera_model, store_number, bay_code, rejected_at, rejected_by, stickers_count,
       valid_stickers_count, detections_count, results_count, created_at, created_by)
     select p.sid, p.project_sid, case when has_area then area_sid end,
       case when p.slug like '%3' then '' else 'IMG_' end || p.n || '.jpg', p.status::image_status, at + interval '3 hours',
       md5(p.sid) || md5(p.area_sid), 3000000 + p.n * 7, 'jpeg', 4032, 3024, 'normal', at, 'Canon', 'EOS 90D', '0412', to_char(p.n / 10, 'FM000'),
       case when p.status = 'rejected' then at end, case when p.status = 'rejected' then $1 end,
       (looks->'counts'->>'stickersCount')::integer, (looks->'counts'->>'validStickersCount')::integer,
       case when l.id is null then 0 else 1 end, coalesce((looks->'counts'->>'resultsCount')::integer, 0), at, $1
     from seed_photos p left join seed_looks l on l.id = p.look`,
    [userSid],
  );
}

/** Column names of the counts in snake case. */
const COUNTS = [
  "progress",
  "resultsCount",
  "stickersCount",
  "validStickersCount",
  "stickerPredictionsCount",
  "validStickerPredictionsCount",
  "patchedStickersCount",
  "discardedStickersCount",
  "addedStickersCount",
  "patchedStickersCodesCount",
  "patchedStickersQuantitiesCount",
  "codesWithLeadingZeroCount",
] as const satisfies readonly (keyof Template["counts"])[];
const snake = (camel: string): string => camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function insertDetections(client: Client, modelSid: string, userSid: string): Promise<void> {
  // Own columns first: PostgreSQL then copies the compressed JSON as stored.
  await client.query(
    `alter table seed_looks add predictions jsonb, ${COUNTS.map((count) => `add ${snake(count)} integer`).join(", ")}`,
  );
  await client.query(
    `update seed_looks set predictions = looks->'predictions',
       ${COUNTS.map((count) => `${snake(count)} = (looks->'counts'->>'${count}')::integer`).join(", ")}`,
  );
  await client.query(
    `insert into image_detections (sid, image_sid, model_sid, status, revision, predictions, options, elapsed_ms, inferred_at,
       validated_at, validated_by, ${COUNTS.map(snake).join(", ")})
     select p.detection_sid, p.sid, $1, (case when p.status = 'approved' then 'validated' else 'inferred' end)::detection_status,
       case when p.status <> 'approved' then 0 when p.kind = 'clean' then 1 else 2 end, l.predictions,
       '{"limit": 100, "codeConfidenceThreshold": 0.7, "quantityConfidenceThreshold": 0.4}', 900, at + interval '1 minute',
       case when p.status = 'approved' then at + interval '3 hours' end, case when p.status = 'approved' then $2 end,
       ${COUNTS.map((count) => `l.${snake(count)}`).join(", ")}
     from seed_photos p join seed_looks l on l.id = p.look`,
    [modelSid, userSid],
  );
  await client.query(
    `insert into detection_patches (detection_sid, revision, position, patch, push_key, created_by, created_at)
     select p.detection_sid, 1, row.place - 1, row.patch, p.detection_sid, $1, at + interval '2 hours'
     from seed_photos p join seed_looks l on l.id = p.look, jsonb_array_elements(l.looks->'patches') with ordinality as row (patch, place)
     where p.status = 'approved'`,
    [userSid],
  );
  await client.query(
    `insert into image_jobs (id, image_sid, model_sid, state, options, attempts, created_at, updated_at)
     select ${newSid}, sid, $1, 'done', '{}', 1, at, at + interval '1 minute' from seed_photos where look is not null`,
    [modelSid],
  );
}

async function insertReports(client: Client, person: Person): Promise<void> {
  await client.query(
    `create unlogged table seed_reports as select ${newSid} as sid, e.sid as project_sid, name, slug, "createdAt" + interval '1 day' as at
     from seed_events e where coalesce(before, status) = 'completed'`,
  );
  // Report order: by area, images without an area last, then by name, which is the number here.
  await client.query(
    `insert into report_rows (report_sid, position, area_code, bay_code, shelf_code, code, quantity)
     select r.sid, row_number() over (partition by r.sid order by p.has_area desc, p.n, s.place),
       case when p.has_area then p.n::text else '' end, to_char(p.n / 10, 'FM000'), s.shelf_code, s.code, s.quantity
     from seed_reports r join seed_photos p on p.project_sid = r.project_sid and p.status = 'approved' join seed_rows s on s.id = p.look`,
  );
  await client.query(
    `insert into reports (sid, project_sid, version, title, created_at, created_by, contents)
     select r.sid, r.project_sid, 1, 'Precount report – ' || r.name || ' – v1', r.at, $1, jsonb_build_object(
       'event', jsonb_build_object('sid', r.project_sid, 'name', r.name, 'slug', r.slug), 'version', 1, 'generatedAt', r.at,
       'generatedBy', jsonb_build_object('sid', $1::text, 'name', 'Person 0'), 'exceptions', '[]'::jsonb,
       'totals', jsonb_build_object('rows', t.rows, 'quantity', t.quantity, 'images', p.photos, 'bySku', t.by_sku))
     from seed_reports r
     join (select project_sid, count(*) as photos from seed_photos where status = 'approved' group by 1) p on p.project_sid = r.project_sid
     join (
       select report_sid, sum(rows) as rows, sum(quantity) as quantity,
         jsonb_agg(jsonb_build_object('code', code, 'rows', rows, 'quantity', quantity) order by code) as by_sku
       from (select report_sid, code, count(*) as rows, sum(quantity::integer) as quantity from report_rows group by 1, 2) of_sku
       group by report_sid) t on t.report_sid = r.sid`,
    [person.sid],
  );
  await client.query("drop table seed_reports");
}

const COUNT_ALL = `insert into project_counts (project_sid, images, image_detections, object_detections)
  select p.sid, count(i.sid), coalesce(sum(i.detections_count), 0), coalesce(sum(i.results_count), 0)
  from projects p left join images i on i.project_sid = p.sid
  where not exists (select from project_counts c where c.project_sid = p.sid) group by p.sid`;
