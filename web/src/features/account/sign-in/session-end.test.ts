import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SessionEnd } from "./session-end.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Call = { signal: AbortSignal; answer: (ended: boolean) => void; fail: () => void };

/** A session end whose calls the test answers. */
function start() {
  const calls: Call[] = [];
  const browser = { isSignedIn: false };
  const sessionEnd = new SessionEnd({
    endSession: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ ended: boolean }>();
      calls.push({ signal, answer: (ended) => resolve({ ended }), fail: () => reject(new Error("No connection.")) });
      return promise;
    },
    isSignedIn: () => browser.isSignedIn,
    describeError: (error) => (error instanceof Error ? error.message : ""),
  });
  const fail = async (): Promise<void> => {
    calls.at(-1)?.fail();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { sessionEnd, calls, browser, fail };
}

it("repeats a failed call without a screen that listens, with longer and longer delays", async () => {
  const { sessionEnd, calls, fail } = start();
  sessionEnd.begin();
  for (const [number, delayMs] of [1000, 2000, 4000, 8000, 15_000, 15_000].entries()) {
    await fail();
    expect(sessionEnd.get()).toEqual({ kind: "failed", reason: "No connection." });
    await vi.advanceTimersByTimeAsync(delayMs - 1);
    expect(calls).toHaveLength(number + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(number + 2);
  }
  calls.at(-1)?.answer(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sessionEnd.get()).toEqual({ kind: "done", endedSession: true });
  expect(calls).toHaveLength(7);
});

it("tries again at once on request, but never twice at the same time", async () => {
  const { sessionEnd, calls, fail } = start();
  sessionEnd.begin();
  sessionEnd.resume();
  expect(calls).toHaveLength(1);
  await fail();
  sessionEnd.resume();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(2);
});

it("makes no call while a user signs in, and goes on when the sign-in fails", async () => {
  const { sessionEnd, calls, fail } = start();
  sessionEnd.begin();
  await fail();
  sessionEnd.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  sessionEnd.resume();
  expect(calls).toHaveLength(2);
  sessionEnd.pause();
  expect(calls[1]?.signal.aborted).toBe(true);
  await fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(2);
});

it("does not end the session of a user who has signed in meanwhile", async () => {
  const { sessionEnd, calls, browser, fail } = start();
  sessionEnd.begin();
  await fail();
  browser.isSignedIn = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  expect(sessionEnd.get()).toEqual({ kind: "done", endedSession: false });
});

it("does nothing on a sign-in page that no logout came before", () => {
  const { sessionEnd, calls } = start();
  sessionEnd.pause();
  sessionEnd.resume();
  expect(calls).toHaveLength(0);
});
