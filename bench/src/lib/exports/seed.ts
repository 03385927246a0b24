import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { NO_PHOTO } from "../seed.ts";
import { drawPredictions } from "../predictions.ts";
import { ROOT } from "../server.ts";
import type { Stack } from "../stack.ts";

/** An id in the database's format; random enough for a benchmark. */
const NEW_SID = "substr(md5(random()::text) || md5(random()::text), 1, 24)";
const LABELS_A_PHOTO = 20;

async function createEvent({ client, pool }: Stack, slug: string): Promise<string> {
  await client.call("project.createProject", { name: slug, slug });
  const { rows } = await pool.query<{ sid: string }>("select sid from projects where slug = $1", [slug]);
  return rows[0]?.sid ?? "";
}

/**
 * Creates an event with stored photos: copies of the samples, made different by bytes after the end of the image.
 * Returns their paths.
 */
export async function seedPhotos(stack: Stack, slug: string, count: number): Promise<string[]> {
  const projectSid = await createEvent(stack, slug);
  const folder = join(ROOT, "samples");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jpg"));
  const samples = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const paths: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const bytes = Buffer.concat([samples[n % samples.length] ?? Buffer.alloc(0), Buffer.from(`#${slug} ${n}`)]);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const path = join(stack.dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    paths.push(path);
    await stack.pool.query(
      `insert into images (sid, project_sid, name, sha256, size_bytes, format, raw_width, raw_height, orientation)
       values (${NEW_SID}, $1, $2, $3, $4, 'jpeg', $5, $6, 'normal')`,
      [projectSid, `${1000 + n}.jpg`, sha256, bytes.length, NO_PHOTO.width, NO_PHOTO.height],
    );
  }
  return paths;
}

/** Creates an event with results, twenty per image, without photo files. */
export async function seedLabels(stack: Stack, slug: string, count: number): Promise<void> {
  const projectSid = await createEvent(stack, slug);
  const predictions = JSON.stringify(drawPredictions(NO_PHOTO, { stickers: LABELS_A_PHOTO - 3, shelves: 3 }));
  await stack.pool.query(
    `insert into models (sid, name, title, backend, status) values (${NEW_SID}, 'bench', 'Bench', 'fake', 'active')
     on conflict (name) do nothing`,
  );
  await stack.pool.query(
    `with photos as (
       insert into images (sid, project_sid, name, sha256, size_bytes, format, raw_width, raw_height, orientation, status)
       select ${NEW_SID}, $1, n || '.jpg', md5(random()::text) || md5(random()::text), 1, 'jpeg', $2, $3, 'normal', 'processed'
       from generate_series(1, $4::int) n returning sid)
     insert into image_detections (sid, image_sid, model_sid, predictions, options, elapsed_ms, progress, results_count,
       stickers_count, valid_stickers_count, sticker_predictions_count, valid_sticker_predictions_count, patched_stickers_count,
       discarded_stickers_count, added_stickers_count, patched_stickers_codes_count, patched_stickers_quantities_count,
       codes_with_leading_zero_count)
     select ${NEW_SID}, p.sid, m.sid, $5::jsonb, '{}', 1, 80, 20, 17, 13, 17, 13, 0, 0, 0, 0, 0, 0
     from photos p cross join models m where m.name = 'bench'`,
    [projectSid, NO_PHOTO.width, NO_PHOTO.height, count / LABELS_A_PHOTO, predictions],
  );
}

/** Creates an event with a report of a given number of rows. Returns the base URL of its downloads. */
export async function seedReport(stack: Stack, slug: string, count: number): Promise<string> {
  const projectSid = await createEvent(stack, slug);
  const sid = createHash("sha256").update(slug).digest("hex").slice(0, 24);
  const connection = await stack.pool.connect();
  try {
    // In one transaction, because the rows of a report are immutable.
    await connection.query("begin");
    await connection.query(
      `insert into report_rows (report_sid, position, area_code, bay_code, shelf_code, code, quantity)
       select $1, n, (n / 500)::text, '04', lpad((n % 6)::text, 2, '0'), lpad((n % 20000)::text, 6, '0'), (1 + n % 40)::text
       from generate_series(1, $2::int) n`,
      [sid, count],
    );
    await connection.query(
      `insert into reports (sid, project_sid, version, title, contents, created_by)
       select $1, $2, 1, 'Bench ' || $3::int, jsonb_build_object('event', jsonb_build_object('sid', $2::text, 'name', 'Bench', 'slug', 'bench'),
         'version', 1, 'generatedAt', now(), 'generatedBy', jsonb_build_object('sid', u.sid, 'name', u.name),
         'totals', jsonb_build_object('rows', $3::int, 'quantity', 0, 'images', 0, 'bySku', '[]'::jsonb), 'exceptions', '[]'::jsonb),
         u.sid
       from users u limit 1`,
      [sid, projectSid, count],
    );
    await connection.query("commit");
  } finally {
    connection.release();
  }
  return `/api/projects/${slug}/reports/${sid}`;
}
