import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Answer, TestWorld, settle, testItem } from "./testing.ts";

type Step =
  | { act: "change"; tab: number; item: number; edit: string }
  | { act: "open tab" }
  | { act: "kill tab" | "resume"; tab: number }
  | { act: "disk"; at: number; isFull: boolean }
  | { act: "network"; isOnline: boolean }
  | { act: "server"; at: number; answer: Answer }
  | { act: "wait"; ms: number };

const small = fc.nat(3);
const edit = fc.uuid();
const answer: fc.Arbitrary<Answer> = fc.constantFrom("sent", "refused", "lost", "unreachable", "signed-out", "throw");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("change" as const), tab: small, item: small, edit }) },
  { weight: 10, arbitrary: fc.record({ act: fc.constant("disk" as const), at: small, isFull: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("disk" as const), at: small, isFull: fc.constant(true) }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant("server" as const), at: small, answer }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("open tab" as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("kill tab" as const, "resume" as const), tab: small }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("network" as const), isOnline: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("wait" as const), ms: fc.nat(20_000) }) },
);

/** Takes the steps, and returns the edits that the disk had confirmed to their tab. */
async function run(world: TestWorld, steps: readonly Step[]): Promise<Set<string>> {
  const confirmed = new Set<string>();
  world.openTab();
  /** Never resolves for a killed tab. */
  const change = async ({ queue }: (typeof world.tabs)[number], item: number, added: string): Promise<void> => {
    await queue.change(testItem(String(item)), [{ type: "add", edit: added }]);
    if (!queue.hasUnconfirmed()) confirmed.add(added);
  };
  const take: { [Act in Step["act"]]: (step: Extract<Step, { act: Act }>) => unknown } = {
    change: ({ tab: at, item, edit: added }) => {
      const tab = world.tabs[at % Math.max(1, world.tabs.length)];
      if (tab) void change(tab, item, added);
    },
    "open tab": () => world.tabs.length < 3 && world.openTab(),
    "kill tab": ({ tab: at }) => {
      const tab = world.tabs[at];
      if (tab) world.kill(tab);
    },
    resume: ({ tab: at }) => world.tabs[at]?.resume(),
    disk: ({ at, isFull }) => {
      world.isDiskFull = isFull;
      return world.runOperation(at);
    },
    network: ({ isOnline }) => void (world.isOnline = isOnline),
    server: ({ at, answer: given }) => world.answer(given, at),
    wait: ({ ms }) => world.advance(ms),
  };
  for (const one of steps) {
    // Each step starts after all consequences of the previous one.
    // oxlint-disable-next-line no-await-in-loop
    await (take[one.act] as (given: Step) => unknown)(one); // the same `act` chose it
    // oxlint-disable-next-line no-await-in-loop
    await settle();
  }
  return confirmed;
}

it("loses nothing that was stored, and sends from one tab at a time, through crashes, tabs and failures", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const world = new TestWorld();
      const confirmed = await run(world, steps);
      await world.heal();
      const items = [...world.disk.values()];
      const settled = items.flatMap(({ done, refused }) => [...done, ...refused]);
      expect(items.flatMap(({ waiting }) => waiting)).toEqual([]);
      expect(new Set(settled).size).toBe(settled.length);
      for (const one of confirmed) expect(settled).toContain(one);
      for (const one of items.flatMap(({ done }) => done)) expect(world.taken.get(one)).toBeGreaterThan(0);
      expect(world.mostRequestsAtOnce).toBeLessThanOrEqual(1);
      for (const tab of world.tabs) {
        expect(tab.queue.items().toSorted((a, b) => a.key.localeCompare(b.key))).toEqual(
          items.toSorted((a, b) => a.key.localeCompare(b.key)),
        );
        expect(tab.queue.hasUnconfirmed()).toBe(false);
        expect(tab.queue.connection).toBe("online");
      }
    }),
    { numRuns: 300 },
  );
});

it("sends each edit once where nothing fails, in any number of tabs", async () => {
  const calm = fc.oneof(
    fc.record({ act: fc.constant("change" as const), tab: small, item: small, edit }),
    fc.record({ act: fc.constant("disk" as const), at: small, isFull: fc.constant(false) }),
    fc.record({ act: fc.constant("server" as const), at: small, answer: fc.constant("sent" as const) }),
    fc.record({ act: fc.constant("open tab" as const) }),
    fc.record({ act: fc.constant("resume" as const), tab: small }),
    fc.record({ act: fc.constant("wait" as const), ms: fc.nat(20_000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(calm, { maxLength: 60 }), async (steps) => {
      const world = new TestWorld();
      await run(world, steps);
      await world.heal();
      const edits = steps.flatMap((one) => (one.act === "change" ? [one.edit] : []));
      expect([...world.taken.keys()].toSorted()).toEqual(edits.toSorted());
      expect([...world.taken.values()].every((times) => times === 1)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
