import { expect, it } from "vitest";
import { CoalescingLoader } from "./coalescing-loader.ts";

/** Reads that the test resolves or rejects. */
function setUp() {
  const reads = new CoalescingLoader<number>();
  const begun: PromiseWithResolvers<number>[] = [];
  const read = (key = "a"): Promise<number> =>
    reads.read(key, () => {
      const reading = Promise.withResolvers<number>();
      begun.push(reading);
      return reading.promise;
    });
  return { read, begun };
}

it("callers during a load share the next one, which starts after they called", async () => {
  const { read, begun } = setUp();
  const [first, ...others] = [read(), read(), read(), read()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => begun.length).toBe(2);
  const late = read();
  begun[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve(3);
  expect(await late).toBe(3);
});

it("a failed load fails only for its own callers", async () => {
  const { read, begun } = setUp();
  const [first, second] = [read(), read()];
  begun[0]?.reject(new Error("the database is away"));
  await expect(first).rejects.toThrow("the database is away");
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve(2);
  expect(await second).toBe(2);
});

it("starts a load at once when none is waiting, and loads keys independently", async () => {
  const { read, begun } = setUp();
  const [one, other] = [read("a"), read("b")];
  expect(begun).toHaveLength(2);
  for (const [n, reading] of begun.entries()) reading.resolve(n);
  expect(await Promise.all([one, other])).toEqual([0, 1]);
  const again = read("a");
  expect(begun).toHaveLength(3);
  begun[2]?.resolve(7);
  expect(await again).toBe(7);
});
