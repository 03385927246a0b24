import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { newSid } from "../lib/ids.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { type AskTimeouts, ask } from "./ask.ts";
import { readSticker } from "./read-sticker.job.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
afterEach(() => api.services.queue.boss.deleteAllJobs(readSticker.name));

const PAYLOAD: Omit<z.infer<typeof readSticker.payload>, "question"> = {
  imageSid: newSid(),
  modelName: "fake",
  rect: { x: 1, y: 1, width: 9, height: 9, angle: 0 },
  rotation: "none",
};

const askSticker = (signal?: AbortSignal, timeouts?: AskTimeouts): Promise<unknown> =>
  ask(api.services, { job: readSticker, payload: PAYLOAD, signal, ...(timeouts && { timeouts }) });
const listStates = async (): Promise<string[]> =>
  (await api.services.queue.boss.findJobs(readSticker.name)).map(({ state }) => state);

/** Asks, waits until `isReached`, and cancels. */
async function askAndCancel(isReached: () => Promise<boolean>): Promise<void> {
  const leaving = new AbortController();
  const asked = askSticker(leaving.signal);
  // The assertion below comes too late for a rejection before the poll ends.
  asked.catch(() => undefined);
  await expect.poll(isReached).toBe(true);
  leaving.abort();
  await expect(asked).rejects.toThrow("It was canceled.");
}

describe("the job of a canceled question", () => {
  it("is deleted when no worker has taken it", async () => {
    await askAndCancel(async () => (await listStates()).length === 1);
    expect(await listStates()).toEqual([]);
  });

  it("is canceled while a worker runs it, and the next question finds the worker busy and not missing", async () => {
    await askAndCancel(async () => (await api.services.queue.boss.fetch(readSticker.name)).length === 1);
    expect(await listStates()).toEqual(["cancelled"]);
    await expect(askSticker(undefined, { startMs: 50, answerMs: 200 })).rejects.toThrow("It took longer than 0 s.");
  });
});
