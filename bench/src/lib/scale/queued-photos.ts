import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Stack } from "../stack.ts";

/** A photo file that many images share. */
export type Picture = { bytes: Buffer; width: number; height: number };

const AT_ONCE = 64;

/**
 * Creates an event with `count` undetected images: rows like those of the upload and a file for each sha256. The
 * files are hard links to a few photos, so that ten thousand photos of 12 megapixels need no 30 GB.
 */
export async function makeEvent(
  stack: Stack,
  slug: string,
  pictures: readonly Picture[],
  count: number,
): Promise<void> {
  const { sid } = (await stack.client.call("project.createProject", { name: slug, slug })) as { sid: string }; // PD-55
  const paths = await Promise.all(pictures.map(({ bytes }) => keep(stack, bytes)));
  const rows = Array.from({ length: count }, (_, n) => {
    const place = n % pictures.length;
    const { width = 1, height = 1, bytes } = pictures[place] ?? {};
    return {
      name: `${1000 + n}.jpg`,
      sha256: randomBytes(32).toString("hex"),
      place,
      width,
      height,
      sizeBytes: bytes?.length ?? 1,
    };
  });
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      rows.slice(from, from + AT_ONCE).map(({ sha256, place }) => linkBlob(stack, paths[place] ?? "", sha256)),
    );
  await stack.pool.query(
    `insert into images (sid, project_sid, name, sha256, size_bytes, format, raw_width, raw_height, orientation)
     select substr(md5(random()::text) || md5(random()::text), 1, 24), $1, name, sha256, "sizeBytes", 'jpeg', width, height, 'normal'
     from jsonb_to_recordset($2::jsonb) as photo (name text, sha256 text, "sizeBytes" bigint, width int, height int)`,
    [sid, JSON.stringify(rows)],
  );
}

/**
 * Gives the stickers of each image codes of their own before they are compared. The photos are copies of a few, and comparing thousands
 * of equal photos costs far more than comparing those of an event.
 */
export async function makeCopiesDiffer({ pool }: Stack): Promise<void> {
  await pool.query(`create or replace function bench_own_code() returns trigger language plpgsql as
    $$ begin new.code := new.image_sid; return new; end $$`);
  await pool.query(
    "create or replace trigger bench_own_code before insert on image_stickers for each row execute function bench_own_code()",
  );
}

/** Deletes the waiting jobs and closes the event. Otherwise the next worker would queue its images again. */
export async function closeEvent(stack: Stack, slug: string): Promise<void> {
  await stack.client.call("project.discardProject", { slug });
  await deleteWaitingJobs(stack);
}

/** Deletes all jobs of the installation, waiting and finished ones. */
export async function deleteWaitingJobs({ pool }: Stack): Promise<void> {
  await pool.query("delete from image_jobs");
  await pool.query("delete from pgboss.job");
}

const pathOf = ({ dataDir }: Stack, sha256: string): string =>
  join(dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256);

async function keep(stack: Stack, bytes: Buffer): Promise<string> {
  const path = pathOf(stack, createHash("sha256").update(bytes).digest("hex"));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

async function linkBlob(stack: Stack, from: string, sha256: string): Promise<void> {
  const path = pathOf(stack, sha256);
  await mkdir(dirname(path), { recursive: true });
  await link(from, path);
}
