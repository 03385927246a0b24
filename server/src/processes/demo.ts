import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PHOTO_FORMATS } from "@precount/domain";
import { insertAreas } from "../db/areas/write.ts";
import { findFirstAdmin } from "../db/users.ts";
import { countProjects } from "../db/projects/read.ts";
import { insertProject } from "../db/projects/write.ts";
import { stagePhoto, addImage } from "../operations/image/add-image.ts";
import { newSid } from "../lib/ids.ts";
import type { Services } from "../operations/context.ts";

const DEMO = { name: "Demo event", slug: "demo" };
/** The areas that the photos' file names name. */
const AREAS = { from: 101, to: 108 };
/** A subfolder with blurred or crooked versions of some photos. They replace those of the same name, so that the demo needs corrections. */
const IMPERFECT_FOLDER = "demo";
const PHOTO_EXTENSIONS = new Set<string>([...PHOTO_FORMATS, "jpg"]);

/**
 * Creates an event with the photos of a folder, which then go through detection like any others. Does nothing when there is any event
 * already. Returns the number of photos.
 */
export async function createDemoProject(services: Services, photosDir: string): Promise<number> {
  const admin = await findFirstAdmin(services.db);
  if (!admin || (await countProjects(services.db)) > 0) return 0;
  const sid = newSid();
  const isNew = await insertProject(services.db, { sid, ...DEMO, status: "active", createdBy: admin.sid });
  if (!isNew) return 0;
  await services.db.transaction((tx) => insertAreas(tx, sid, AREAS));
  const names = (await readdir(photosDir)).filter((name) => PHOTO_EXTENSIONS.has(name.split(".").at(-1) ?? ""));
  const imperfect: readonly string[] = await readdir(join(photosDir, IMPERFECT_FOLDER)).catch(() => []);
  for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
    const stream = createReadStream(join(photosDir, imperfect.includes(name) ? IMPERFECT_FOLDER : "", name));
    const staged = await stagePhoto(services, { stream, isTooLarge: () => false });
    // No call, and so no audit entry: the server itself adds these photos.
    await addImage({ ...services, call: null }, sid, admin, { staged, name, fields: {} });
  }
  return names.length;
}
