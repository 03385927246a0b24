import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Person, makePeople } from "../people.ts";
import { IS_EXHAUSTIVE } from "../is-exhaustive.ts";
import { type Stack, withStack } from "../stack.ts";
import { measureLists } from "./measure.ts";
import { seedYears } from "./seed-years.ts";

/** `npm run bench -- lists` creates two hundred times as much data. */
const SIZE = { events: 40, images: 1000, bigImages: 60 };

let stack: Stack;
let people: Person[];
const done = Promise.withResolvers<void>();
let running: Promise<void>;
beforeAll(async () => {
  const ready = Promise.withResolvers<void>();
  running = withStack(async (given) => {
    stack = given;
    people = await makePeople(stack, 3);
    const [someone] = people;
    if (someone) await seedYears(stack, SIZE, someone, () => undefined);
    ready.resolve();
    await done.promise;
  });
  await Promise.race([ready.promise, running]);
}, 240_000);
afterAll(async () => {
  done.resolve();
  await running;
});

const rowsOf = async <T extends object = Record<string, unknown>>(
  query: string,
  values: unknown[] = [],
): Promise<T[]> => (await stack.pool.query<T>(query, values)).rows;

// Each run tests the product's own lists and reports in `server`.
describe.runIf(IS_EXHAUSTIVE)("years seeded without triggers equal what the program would write", () => {
  test("every foreign key is valid", async () => {
    const keys = await rowsOf<{ owner: string; name: string; rule: string }>(
      `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(10);
    // Recreating a foreign key checks every row.
    for (const { owner, name, rule } of keys) {
      await stack.pool.query(`alter table ${owner} drop constraint "${name}", add constraint "${name}" ${rule}`);
    }
  });

  test("the counts of images and events match their content", async () => {
    const wrongImages = await rowsOf(
      `select i.sid from images i left join image_detections d on d.image_sid = i.sid and d.status <> 'discarded'
       group by i.sid having count(d.sid) <> i.detections_count or coalesce(sum(d.results_count), 0) <> i.results_count
         or max(d.stickers_count) is distinct from i.stickers_count or max(d.valid_stickers_count) is distinct from i.valid_stickers_count`,
    );
    expect(wrongImages).toEqual([]);
    const wrongEvents = await rowsOf(
      `select p.sid from projects p left join project_counts c on c.project_sid = p.sid left join images i on i.project_sid = p.sid
       group by p.sid, c.images, c.image_detections, c.object_detections
       having c.images is distinct from count(i.sid) or c.image_detections <> coalesce(sum(i.detections_count), 0)
         or c.object_detections <> coalesce(sum(i.results_count), 0)`,
    );
    expect(wrongEvents).toEqual([]);
    const [{ events, images } = {}] = await rowsOf(
      "select (select count(*)::integer from projects) as events, (select count(*)::integer from images) as images",
    );
    expect(events).toBe(SIZE.events);
    expect(images).toBeGreaterThanOrEqual(SIZE.images);
  });

  test("a seeded report equals the one that completing the event creates", async () => {
    const [event] = await rowsOf<{ slug: string; sid: string }>(
      `select p.slug, r.sid from projects p join reports r on r.project_sid = p.sid where p.status = 'completed' limit 1`,
    );
    if (!event) throw new Error("No event is completed.");
    const { client } = stack;
    await client.call("project.reopenProject", { slug: event.slug });
    const answer = await client.call("project.completeProject", { slug: event.slug });
    const { report } = answer as { report: { sid: string } }; // PD-55
    const contents = (sid: string) =>
      rowsOf(
        `select position, area_code, bay_code, shelf_code, code, quantity, null::jsonb as totals from report_rows where report_sid = $1
         union all select 0, '', '', '', '', '', contents->'totals' from reports where sid = $1 order by position`,
        [sid],
      );
    const [seeded, made] = [await contents(event.sid), await contents(report.sid)];
    expect(seeded.length).toBeGreaterThan(1);
    expect(seeded).toEqual(made);
  });
});

test.runIf(IS_EXHAUSTIVE)("people click while the big event is completed with all rows", async () => {
  const told: string[] = [];
  const figures = await measureLists(stack, { people, warmUpMs: 0, forMs: 1000, completions: 1 }, (text) =>
    told.push(text),
  );
  expect(figures).toMatchObject({ rows: 20 * SIZE.bigImages, listP95Ms: expect.any(Number) });
  expect(told.at(-1)).toMatch(/^an event of 1200 rows completed in \d+ ms/);
});
