import { expect, test } from "vitest";
import { type Call, CallQueue } from "./call-queue.ts";

let nextId = 1;
const call = (given: Partial<Call> & { isUrgent?: boolean } = {}): Call => ({
  id: nextId++,
  method: "work",
  params: null,
  options: { timeoutMs: 1000, isUrgent: given.isUrgent ?? false },
  mustRunAlone: given.mustRunAlone ?? false,
  resolve: () => undefined,
  reject: () => undefined,
});

function queueOf(...calls: Call[]): CallQueue {
  const queue = new CallQueue();
  for (const one of calls) queue.add(one);
  return queue;
}

test("takes urgent calls first, otherwise in order of arrival", () => {
  const [first, second, urgent, alsoUrgent] = [call(), call(), call({ isUrgent: true }), call({ isUrgent: true })];
  const queue = queueOf(first, urgent, second, alsoUrgent);
  expect([1, 2, 3, 4, 5].map(() => queue.takeNext([], 1))).toEqual([urgent, alsoUrgent, first, second, undefined]);
});

test("takes a call only while fewer than `concurrency` calls run", () => {
  const next = call();
  const queue = queueOf(next);
  expect(queue.takeNext([call(), call()], 2)).toBeUndefined();
  expect(queue.takeNext([call()], 2)).toBe(next);
});

test("runs a call marked `mustRunAlone` only while no other call runs", () => {
  const suspect = call({ mustRunAlone: true });
  expect(queueOf(suspect).takeNext([call()], 2)).toBeUndefined();
  expect(queueOf(suspect).takeNext([], 2)).toBe(suspect);
  expect(queueOf(call()).takeNext([suspect], 2)).toBeUndefined();
});

test("removes an aborted call, and drains the others", () => {
  const [kept, aborted, returned] = [call(), call(), call()];
  const queue = queueOf(kept, aborted);
  queue.remove(aborted);
  queue.putBack(returned);
  expect(queue.drain()).toEqual([returned, kept]);
  expect(queue.takeNext([], 1)).toBeUndefined();
});
