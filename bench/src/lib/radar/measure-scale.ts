import type { Prediction } from "@precount/domain";
import { insertDetection } from "@precount/server";
import { percentile } from "../percentile.ts";
import { NO_PHOTO, modelOf } from "../seed.ts";
import type { Stack } from "../stack.ts";

const IMAGES = 5000;
const STICKERS = 20;
const CODES = 20_000;
/** Every 397th sticker has a quantity with an extra zero. */
const ERROR_EVERY = 397;
const EDITS = 20;
const PAGES = 60;
const SLUG = "radar-scale";
const NEW_SID = "substr(md5(random()::text) || md5(random()::text), 1, 24)";

const codeOf = (n: number): string => String(100_000 + n * 7);
const quantityOf = (code: number): number => 2 + (code % 40);

type Finding = { key: string };
type Page = { findings: Finding[]; total: number };

/**
 * The radar of an event with 5,000 photos, 5,000 areas, 100,000 stickers and a list of 20,000 items: the first computation, the time
 * from an edit's answer to a page that shows it, the page without a change, and the page after a change that judges all codes again.
 */
export async function measureScale(stack: Stack, print: (text: string) => void): Promise<Record<string, number>> {
  const { client } = stack;
  print("creating the event …");
  const detections = await seedRadarEvent(stack);
  const fetchPage = (page = 1): Promise<Page> =>
    client.query<Page>("radar.fetchFindings", { project: { slug: SLUG }, page, pageSize: 20 });
  const firstMs = await timed(async () => void (await client.query("radar.fetchSummary", { slug: SLUG })));
  const { total } = await fetchPage();
  print(`${total} findings`);
  const editMs: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const sid = detections[edit * 37 + 1];
    const patches = [{ op: "replace", path: "/3/quantity/value", value: "8888" }];
    await client.call("imageDetection.pushImageDetectionPatches", { sid, patches });
    editMs.push(
      await timed(async () => {
        const { total: now } = await fetchPage();
        if (now !== total + edit + 1) throw new Error(`${now} findings after ${edit + 1} edits, ${total} before.`);
      }),
    );
  }
  const pageMs: number[] = [];
  for (let page = 0; page < PAGES; page += 1)
    pageMs.push(await timed(async () => void (await fetchPage(1 + (page % 10)))));
  const summaryMs: number[] = [];
  for (let at = 0; at < PAGES; at += 1)
    summaryMs.push(await timed(async () => void (await client.query("radar.fetchSummary", { slug: SLUG }))));
  await client.call("area.createRange", { project: { slug: SLUG }, from: IMAGES + 1, to: IMAGES + 1 });
  const allCodesMs = await timed(async () => void (await fetchPage()));
  return {
    images: IMAGES,
    allCodesMs,
    stickers: IMAGES * STICKERS,
    findings: total,
    firstMs,
    changeP50Ms: percentile(editMs, 0.5),
    changeMaxMs: Math.max(...editMs),
    pageP50Ms: percentile(pageMs, 0.5),
    pageP95Ms: percentile(pageMs, 0.95),
    summaryP95Ms: percentile(summaryMs, 0.95),
  };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return Math.round(performance.now() - startedAt);
}

/** Creates the event. Returns the detections in the order of the areas. */
async function seedRadarEvent(stack: Stack): Promise<string[]> {
  const { pool, client } = stack;
  await client.call("project.createProject", { name: SLUG, slug: SLUG });
  await client.call("area.createRange", { project: { slug: SLUG }, from: 1, to: IMAGES });
  await seedItems(stack);
  const modelSid = await modelOf(stack);
  const { rows } = await pool.query<{ sid: string; number: number }>(
    `insert into images (sid, project_sid, area_sid, name, sha256, size_bytes, format, raw_width, raw_height, orientation, status)
     select ${NEW_SID}, p.sid, a.sid, a.number || '.jpg', md5(random()::text) || md5(random()::text), 1, 'jpeg', $2, $3, 'normal', 'pending'
     from projects p join areas a on a.project_sid = p.sid where p.slug = $1
     returning sid, replace(name, '.jpg', '')::int as number`,
    [SLUG, NO_PHOTO.width, NO_PHOTO.height],
  );
  const detections: string[] = [];
  for (const { sid, number } of rows.toSorted((a, b) => a.number - b.number))
    detections.push(
      await insertDetection(stack.db, {
        imageSid: sid,
        modelSid,
        predictions: predictionsOf(number - 1),
        options: {},
        elapsedMs: 1,
      }),
    );
  return detections;
}

const predictionsOf = (image: number): Prediction[] =>
  Array.from({ length: STICKERS }, (_, at) => {
    const sticker = image * STICKERS + at;
    const code = Math.floor((sticker * CODES) / (IMAGES * STICKERS));
    const quantity = quantityOf(code) * (sticker % ERROR_EVERY === 0 ? 10 : 1);
    return {
      label: "sticker",
      rect: { x: 100 + at * 150, y: 500, width: 120, height: 60, angle: 0 },
      confidence: 0.98,
      code: { value: codeOf(code), pattern: "^\\d{6}$", confidence: 0.99 },
      quantity: { value: String(quantity), pattern: "^[1-9]\\d*$", confidence: 0.99 },
      values: [],
    };
  });

async function seedItems({ pool }: Stack): Promise<void> {
  await pool.query(
    `with list as (insert into item_lists (sid, project_sid, current_version)
       select ${NEW_SID}, sid, 1 from projects where slug = $1 returning sid),
     version as (insert into item_list_versions (sid, list_sid, version, file_name, item_count, added_count, changed_count,
       removed_count) select ${NEW_SID}, sid, 1, 'items.csv', $2, $2, 0, 0 from list returning sid),
     chosen as (update projects set item_list_sid = (select sid from list) where slug = $1)
     insert into items (version_sid, code, department, unit_price, expected_quantity, last_quantity)
     select version.sid, (100000 + n * 7)::text, 'Department ' || n % 20, 1 + n % 30, 5 * (2 + n % 40), 5 * (2 + n % 40)
     from version, generate_series(0, $2 - 1) n`,
    [SLUG, CODES],
  );
}
