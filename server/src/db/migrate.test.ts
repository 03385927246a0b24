import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PHOTO_STRATUM, type ReportRow } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSid } from "../lib/ids.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type TestDatabase, createEmptyDatabase } from "../testing/test-database.ts";
import { sql } from "./drizzle.ts";
import { MIGRATIONS_FOLDER, migrate } from "./migrate.ts";
import { findReport } from "./reports/read.ts";
import { reportRowBatches } from "./reports/rows.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  [database, folder] = await Promise.all([createEmptyDatabase(), makeTemporaryFolder()]);
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

/** A folder with the migrations up to the given one. */
async function migrationsUntil(tag: string): Promise<string> {
  await cp(MIGRATIONS_FOLDER, folder.path, { recursive: true });
  const path = join(folder.path, "meta/_journal.json");
  // Written by drizzle-kit.
  const journal = JSON.parse(await readFile(path, "utf8")) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return folder.path;
}

async function allRows(reportSid: string): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for await (const batch of reportRowBatches(database.db, reportSid)) rows.push(...batch);
  return rows;
}

describe("migrations", () => {
  it("S3.09 S3.10 keep the contents of a report from before report rows had their own table", async () => {
    const { db, url } = database;
    await migrate(url, await migrationsUntil("0002_jobs_and_patches"));
    const [createdBy, projectSid] = [newSid(), newSid()];
    // Inserted by SQL, because the factories use the current schema.
    await db.execute(
      sql`insert into users (sid, email, name, role) values (${createdBy}, 'a@precount.test', 'Ada', 'user')`,
    );
    await db.execute(
      sql`insert into projects (sid, slug, name) values (${projectSid}, 'spring-count', 'Spring count')`,
    );
    const rows = Array.from({ length: 2345 }, (_, n) => ({
      areaCode: String(n),
      bayCode: "04",
      shelfCode: n % 2 === 0 ? "" : "01",
      code: String(n).padStart(6, "0"),
      quantity: "1",
    }));
    const head = {
      event: { sid: projectSid, name: "Spring count", slug: "spring-count" },
      version: 1,
      generatedAt: "2026-11-21T05:40:00.000Z",
      generatedBy: { sid: createdBy, name: "Ada" },
      totals: { rows: rows.length, quantity: rows.length, images: 1, bySku: [] },
      exceptions: [],
    };
    const [full, empty] = [newSid(), newSid()];
    const insert = (sid: string, version: number, contents: object) =>
      db.execute(sql`insert into reports (sid, project_sid, version, title, contents, created_by)
        values (${sid}, ${projectSid}, ${version}, 'Old', ${JSON.stringify(contents)}::jsonb, ${createdBy})`);
    await insert(full, 1, { ...head, rows });
    await insert(empty, 2, { ...head, totals: { ...head.totals, rows: 0 }, rows: [] });

    await migrate(url);

    expect((await findReport(db, full))?.contents).toEqual(head);
    expect(await allRows(full)).toEqual(rows);
    expect(await allRows(empty)).toEqual([]);
  });

  it("move the photos of a blind count to the stratum behind those of handwritten rows", async () => {
    const ofBlindCount = await createEmptyDatabase();
    const { db, url } = ofBlindCount;
    await migrate(url, await migrationsUntil("0036_event-summaries"));
    const [user, project, count, image, detection] = [newSid(), newSid(), newSid(), newSid(), newSid()];
    await db.execute(sql`insert into users (sid, email, name, role) values (${user}, 'b@precount.test', 'Bo', 'user')`);
    await db.execute(sql`insert into projects (sid, slug, name) values (${project}, 'blind', 'Blind')`);
    await db.execute(sql`insert into blind_counts (sid, project_sid, rule, seed, started_by)
      values (${count}, ${project}, '{"kind":"share","percent":5}', 'abc', ${user})`);
    for (const [position, stratum] of [[0, 5] as const, [null, PHOTO_STRATUM / 2] as const]) {
      await db.execute(sql`insert into blind_checks (sid, count_sid, image_sid, detection_sid, position, stratum, key, code,
        quantity, units, validated_by, excluded, model_sid)
        values (${newSid()}, ${count}, ${image}, ${detection}, ${position}, ${stratum}, 1, '', '', 0, ${user}, '{}', ${newSid()})`);
    }

    await migrate(url);

    const { rows } = await db.execute(sql`select position, stratum from blind_checks order by stratum`);
    expect(rows).toEqual([
      { position: 0, stratum: 5 },
      { position: null, stratum: PHOTO_STRATUM },
    ]);
    await ofBlindCount.close();
  });
});
