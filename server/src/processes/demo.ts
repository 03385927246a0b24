import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PHOTO_FORMATS } from "@precount/domain";
import { insertAreas } from "../db/areas.ts";
import { findFirstAdmin } from "../db/users.ts";
import { countProjects, insertProject } from "../db/projects.ts";
import { stagePhoto, takePhoto } from "../operations/image/add-image.ts";
import { newSid } from "../lib/ids.ts";
import type { Services } from "./services.ts";

const DEMO = { name: "Demo event", slug: "demo" };
/** Which the photos' names are of. */
const AREAS = { from: 101, to: 108 };
/** The folder with photos as hurried people leave them, instead of those of the same name: a demo needs something to correct. */
const SPOILT = "demo";
const PHOTO_EXTENSIONS = new Set<string>([...PHOTO_FORMATS, "jpg"]);

/**
 * An event with the photos of a folder, which then go through detection like any other. Only while there
 * is no event at all: somebody's data is never mixed with it. Returns how many photos it put in.
 */
export async function makeDemoEvent(services: Services, photosDir: string): Promise<number> {
  const admin = await findFirstAdmin(services.db);
  if (!admin || (await countProjects(services.db)) > 0) return 0;
  const sid = newSid();
  const isNew = await insertProject(services.db, { sid, ...DEMO, status: "active", createdBy: admin.sid });
  if (!isNew) return 0;
  await services.db.transaction((tx) => insertAreas(tx, sid, AREAS));
  const names = (await readdir(photosDir)).filter((name) => PHOTO_EXTENSIONS.has(name.split(".").at(-1) ?? ""));
  // Not every folder has it.
  const spoilt: readonly string[] = await readdir(join(photosDir, SPOILT)).catch(() => []);
  for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
    const stream = createReadStream(join(photosDir, spoilt.includes(name) ? SPOILT : "", name));
    const staged = await stagePhoto(services, { name, stream, isTooLarge: () => false, fields: {} });
    await takePhoto(services, sid, admin, { staged, name, fields: {} });
  }
  return names.length;
}
