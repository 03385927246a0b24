import { drawPredictions } from "../predictions.ts";
import { NO_PHOTO, modelOf, seedDetections } from "../seed.ts";
import type { Stack } from "../stack.ts";

export const AREAS_SLUG = "ranges";
const PER_CALL = 5000;

/** The areas of the grid's first page, whose photos wait for approval. */
export type Waiting = { number: number; areaSid: string; imageSid: string; detectionSid: string };

/**
 * Creates an event with `count` areas through the API, with a photo each: about six of ten are accepted, two are to
 * be reviewed, one is rejected, one has no photo. The first `waiting` can be approved.
 */
export async function seedAreas(stack: Stack, count: number, waiting: number): Promise<Waiting[]> {
  const { client, pool } = stack;
  const { sid: projectSid } = await makeEvent(stack, AREAS_SLUG);
  for (let from = 1; from <= count; from += PER_CALL) {
    const to = Math.min(count, from + PER_CALL - 1);
    await client.call("area.createRange", { project: { slug: AREAS_SLUG }, from, to });
  }
  await modelOf(stack);
  // Few enough that none of the results is doubtful.
  const seeded = await seedDetections(
    stack,
    projectSid,
    waiting,
    drawPredictions(NO_PHOTO, { stickers: 4, shelves: 2 }),
  );
  await insertPhotos(stack, projectSid, { from: waiting + 1, to: count });
  await pool.query(
    `update images i set area_sid = a.sid, status = case when i.status = 'uploaded' then 'pending' else i.status end
     from areas a where a.project_sid = i.project_sid and i.project_sid = $1 and i.name = a.number || '.jpg'`,
    [projectSid],
  );
  await pool.query("vacuum analyze");
  const { rows } = await pool.query<{ number: number; areaSid: string; imageSid: string }>(
    `select a.number, a.sid as "areaSid", i.sid as "imageSid" from areas a join images i on i.area_sid = a.sid
     where a.project_sid = $1 and a.number <= $2 order by a.number`,
    [projectSid, waiting],
  );
  const detectionOf = new Map(seeded.map(({ sid, detectionSid }) => [sid, detectionSid]));
  return rows.map(({ number, areaSid, imageSid }) => ({
    number,
    areaSid,
    imageSid,
    detectionSid: detectionOf.get(imageSid) ?? "",
  }));
}

export async function makeEvent({ client, pool }: Stack, slug: string): Promise<{ sid: string }> {
  await client.call("project.createProject", { name: slug, slug });
  const { rows } = await pool.query<{ sid: string }>("select sid from projects where slug = $1", [slug]);
  return { sid: rows[0]?.sid ?? "" };
}

/** Inserts images named after the areas `from` to `to`, not linked yet. */
export async function insertPhotos(
  { pool }: Stack,
  projectSid: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await pool.query(
    `insert into images (sid, project_sid, name, sha256, size_bytes, format, raw_width, raw_height, orientation,
                         status, rejected_at, rejected_by)
     select substr(md5(random()::text) || md5(random()::text), 1, 24), $1, n || '.jpg',
            md5(random()::text) || md5(random()::text), 3000000, 'jpeg', $2, $3, 'normal',
            (array['approved','approved','approved','approved','approved','approved','pending','processed','rejected',
                   'approved'])[1 + n % 10]::image_status,
            case when n % 10 = 8 then now() end, case when n % 10 = 8 then (select min(sid) from users) end
     from generate_series($4::int, $5::int) n`,
    [projectSid, NO_PHOTO.width, NO_PHOTO.height, from, to],
  );
}
