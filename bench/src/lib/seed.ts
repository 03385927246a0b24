import { link, mkdir, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Orientation, type Prediction, type Size, orientSize } from "@precount/domain";
import { insertDetection } from "@precount/server";
import { deleteWaitingJobs } from "./scale/queued-photos.ts";
import { ROOT } from "./server.ts";
import type { Stack } from "./stack.ts";

export type SeededImage = { sid: string; name: string; detectionSid: string };

/** Number of photos that are really uploaded: creating their previews takes seconds each. */
const SAMPLES = 3;
const PICTURE_WIDTHS = ["320", "2048", "full"];
/** An id in the database's format; random enough for a benchmark. */
const NEW_SID = "substr(md5(random()::text) || md5(random()::text), 1, 24)";
const NEW_SHA256 = "md5(random()::text) || md5(random()::text)";

/**
 * Creates an event with `count` images of 12 megapixels in review order. The samples are uploaded like a browser
 * does; the other rows show the same photos under their own addresses. The results of the worker are inserted:
 * previews, and a detection with the predictions of `predictionsOf`.
 */
export async function seedEvent(
  stack: Stack,
  slug: string,
  count: number,
  predictionsOf: (place: number, photo: Size) => Prediction[],
): Promise<SeededImage[]> {
  const { pool, client } = stack;
  await client.call("project.createProject", { name: slug, slug });
  await uploadSamples(stack, slug, count);
  // No worker runs; an image with a queued job would be shown as waiting.
  await deleteWaitingJobs(stack);
  const pictured = await client.query<{ images: { sid: string; src: string }[] }>("project.fetchProjectWithImages", {
    slug,
    pageSize: 30,
  });
  for (const { src } of pictured.images) await fetchPictures(stack, src);
  await repeatPhotos(stack, slug, count);
  const { rows } = await pool.query<Size & { sid: string; name: string; orientation: Orientation }>(
    `select i.sid, i.name, i.raw_width as width, i.raw_height as height, i.orientation
     from images i join projects p on p.sid = i.project_sid where p.slug = $1 order by i.name`,
    [slug],
  );
  const modelSid = await modelOf(stack);
  const seeded: SeededImage[] = [];
  for (const [place, { sid, name, orientation, ...raw }] of rows.entries()) {
    const predictions = predictionsOf(place, orientSize(raw, orientation));
    const detectionSid = await detect(stack, sid, modelSid, predictions);
    seeded.push({ sid, name, detectionSid });
  }
  await pool.query("update images set status = 'processed' where status = 'uploaded'");
  const { sids } = await client.query<{ sids: string[] }>("image.listProjectImageSids", { slug });
  return seeded.toSorted((a, b) => sids.indexOf(a.sid) - sids.indexOf(b.sid));
}

/** Images with a detection and without a photo file, for benchmarks that never show them. */
export async function seedDetections(
  stack: Stack,
  projectSid: string,
  count: number,
  predictions: Prediction[],
): Promise<SeededImage[]> {
  const { rows } = await stack.pool.query<{ sid: string; name: string }>(
    `insert into images (sid, project_sid, name, sha256, size_bytes, format, raw_width, raw_height, orientation)
     select ${NEW_SID}, $1, n || '.jpg', ${NEW_SHA256}, 1, 'jpeg', $2, $3, 'normal' from generate_series(1, $4) n
     returning sid, name`,
    [projectSid, NO_PHOTO.width, NO_PHOTO.height, count],
  );
  const modelSid = await modelOf(stack);
  const seeded: SeededImage[] = [];
  for (const { sid, name } of rows)
    seeded.push({ sid, name, detectionSid: await detect(stack, sid, modelSid, predictions) });
  return seeded;
}

/** Stated size of a photo without a file. */
export const NO_PHOTO: Size = { width: 4032, height: 3024 };

const detect = (stack: Stack, imageSid: string, modelSid: string, predictions: Prediction[]): Promise<string> =>
  insertDetection(stack.db, { imageSid, modelSid, predictions, options: {}, elapsedMs: 1000 });

/** A model for this benchmark, because no worker runs to register the real ones. */
export async function modelOf({ pool }: Stack): Promise<string> {
  await pool.query(
    `insert into models (sid, name, title, backend, status) values (${NEW_SID}, 'bench', 'Bench', 'fake', 'active')
     on conflict (name) do nothing`,
  );
  const { rows } = await pool.query<{ sid: string }>("select sid from models where name = 'bench'");
  return rows[0]?.sid ?? "";
}

async function uploadSamples({ url, client }: Stack, slug: string, count: number): Promise<void> {
  const folder = join(ROOT, "samples");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jpg")).slice(0, Math.min(count, SAMPLES));
  for (const name of names) {
    const form = new FormData();
    form.append("file", new Blob([await readFile(join(folder, name))]), name);
    const { headers } = client;
    const answer = await fetch(`${url}/api/projects/${slug}/images/upload`, { method: "POST", headers, body: form });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  }
}

async function fetchPictures({ url, client: { headers } }: Stack, src: string): Promise<void> {
  for (const width of PICTURE_WIDTHS) {
    const answer = await fetch(`${url}${src}&w=${width}`, { headers });
    if (!answer.ok) throw new Error(`${src}: ${answer.status}`);
    await answer.arrayBuffer();
  }
}

async function repeatPhotos({ pool, dataDir }: Stack, slug: string, count: number): Promise<void> {
  const { rows: photos } = await pool.query<{ sid: string; sha256: string }>(
    "select i.sid, i.sha256 from images i join projects p on p.sid = i.project_sid where p.slug = $1 order by i.name",
    [slug],
  );
  for (let n = photos.length; n < count; n++) {
    const photo = photos[n % photos.length];
    if (!photo) throw new Error("There are no sample photos.");
    const { rows } = await pool.query<{ sha256: string }>(
      `insert into images (sid, project_sid, name, sha256, size_bytes, format, raw_width, raw_height, orientation)
       select ${NEW_SID}, project_sid, $2, ${NEW_SHA256}, size_bytes, format, raw_width, raw_height, orientation
       from images where sid = $1 returning sha256`,
      [photo.sid, `${String(1000 + n)}.jpg`],
    );
    const derived = join(dataDir, "derived");
    const [from, to] = [join(derived, photo.sha256), join(derived, rows[0]?.sha256 ?? "")];
    await mkdir(to);
    for (const file of await readdir(from)) await link(join(from, file), join(to, file));
  }
}
