import { expect, test } from "vitest";
import { KeyedBatcher } from "./keyed-batcher.ts";

const fulfilled = <T>(value: T): PromiseFulfilledResult<T> => ({ status: "fulfilled", value });

/** Doubles numbers; each batch waits for `release`. */
function doubling(maxItems: number) {
  const handled: number[][] = [];
  const releases: (() => void)[] = [];
  const batches = new KeyedBatcher<number, number>({
    maxItems,
    handle: async (items) => {
      handled.push([...items]);
      await new Promise<void>((resolve) => releases.push(resolve));
      return items.map((item) =>
        item < 0 ? { status: "rejected", reason: new Error(`${item} is negative`) } : fulfilled(2 * item),
      );
    },
  });
  return { batches, handled, release: () => releases.shift()?.() };
}

test("handles the first item at once, and the items that arrive meanwhile as one batch", async () => {
  const { batches, handled, release } = doubling(3);
  const first = batches.add("a", 1);
  const others = [2, 3, 4, 5].map((item) => batches.add("a", item));
  expect(handled).toEqual([[1]]);
  release();
  expect(await first).toBe(2);
  await expect.poll(() => handled).toEqual([[1], [2, 3, 4]]);
  release();
  await expect.poll(() => handled).toEqual([[1], [2, 3, 4], [5]]);
  release();
  expect(await Promise.all(others)).toEqual([4, 6, 8, 10]);
  const later = batches.add("a", 6);
  await expect.poll(() => handled.at(-1)).toEqual([6]);
  release();
  expect(await later).toBe(12);
});

test("items of different keys do not wait for each other", () => {
  const { batches, handled } = doubling(3);
  void batches.add("a", 1);
  void batches.add("b", 2);
  expect(handled).toEqual([[1], [2]]);
});

test("the failure of an item does not fail the other items of its batch", async () => {
  const { batches, handled, release } = doubling(3);
  const first = batches.add("a", 1);
  const outcomes = Promise.allSettled([batches.add("a", -7), batches.add("a", 8)]);
  release();
  await first;
  await expect.poll(() => handled.at(-1)).toEqual([-7, 8]);
  release();
  expect(await outcomes).toEqual([{ status: "rejected", reason: new Error("-7 is negative") }, fulfilled(16)]);
});

test("a batch that throws fails its items only", async () => {
  const batches = new KeyedBatcher<string, string>({
    maxItems: 2,
    handle: async (items) => {
      if (items.includes("bad")) throw new Error("the batch failed");
      return items.map(fulfilled);
    },
  });
  const outcomes = await Promise.allSettled(["one", "bad", "two", "three"].map((item) => batches.add("k", item)));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
});
