import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHOTO_FORMATS, type SamplingRule, itemImportInputSchema } from "@precount/domain";
import { insertAreas } from "../db/areas/write.ts";
import { findFirstAdmin } from "../db/users.ts";
import { countProjects } from "../db/projects/read.ts";
import { insertProject } from "../db/projects/write.ts";
import { insertNewBlindCount } from "../operations/blind-count/start-blind-count.ts";
import { stagePhoto, addImage } from "../operations/image/add-image.ts";
import { importItems } from "../operations/item/import-items.ts";
import { newSid } from "../lib/ids.ts";
import { createLastCount } from "./demo-last-count.ts";
import type { Services } from "../operations/context.ts";

const DEMO = { name: "Demo event", slug: "demo" };
/** The areas in the photos' file names. */
const AREAS = { from: 101, to: 108 };
/** A subfolder with blurred or crooked versions of some photos. They replace those of the same name, so that the demo needs corrections. */
const IMPERFECT_FOLDER = "demo";
/** A file in IMPERFECT_FOLDER: an item list with the codes of all photos, some of which disagree with the photos' quantities. */
const ITEMS_FILE = "items.csv";
/** A file in IMPERFECT_FOLDER: the report of an earlier count of the same areas. */
const LAST_COUNT_FILE = "last-count.csv";
/** A fifth of the approved rows is typed a second time, so that a demo shows the blind count at once and is short. */
const BLIND_COUNT_RULE: SamplingRule = { kind: "share", percent: 20 };
const PHOTO_EXTENSIONS = new Set<string>([...PHOTO_FORMATS, "jpg"]);

/**
 * Creates an event with the photos of a folder, which then go through detection like any others, and starts its blind count. Does nothing when there is any event
 * already. Returns the number of photos.
 */
export async function createDemoProject(services: Services, photosDir: string): Promise<number> {
  const admin = await findFirstAdmin(services.db);
  if (!admin || (await countProjects(services.db)) > 0) return 0;
  const sid = newSid();
  const isNew = await insertProject(services.db, { sid, ...DEMO, status: "active", createdBy: admin.sid });
  if (!isNew) return 0;
  await services.db.transaction((tx) => insertAreas(tx, sid, AREAS));
  const lastCount = join(photosDir, IMPERFECT_FOLDER, LAST_COUNT_FILE);
  await createLastCount(services.db, { demoSid: sid, path: lastCount, areas: AREAS, admin });
  await insertNewBlindCount(services.db, { projectSid: sid, rule: BLIND_COUNT_RULE, startedBy: admin.sid });
  await importDemoItems(services, { projectSid: sid, folder: join(photosDir, IMPERFECT_FOLDER) });
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

/** Imports the demo's item list, before the photos, so that their readings use it. Another folder of photos may have none. */
async function importDemoItems(
  services: Services,
  { projectSid, folder }: { projectSid: string; folder: string },
): Promise<void> {
  const path = join(folder, ITEMS_FILE);
  if (!existsSync(path)) return;
  const workFolder = await mkdtemp(join(tmpdir(), "precount-demo-"));
  try {
    const source = { path, outPath: join(workFolder, "rows"), fileName: ITEMS_FILE, userSid: null };
    const input = itemImportInputSchema.parse({});
    await importItems({ ...services, call: null }, { projectSid }, source, { input });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
