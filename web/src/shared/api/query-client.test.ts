import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { feedback } from "../feedback/feedback.ts";
import { queryClient } from "./query-client.ts";

afterEach(() => {
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
});

test.each([
  ["offline", false, {}, 1],
  ["online", true, {}, 0],
  ["offline if it shows its own messages", false, { quiet: true }, 0],
] as const)("a change made %s warns the right number of times", async (_, isOnline, meta, times) => {
  const warning = vi.spyOn(feedback, "warning");
  onlineManager.setOnline(isOnline);
  const observer = new MutationObserver(queryClient, { mutationFn: () => Promise.resolve("done"), meta });
  const done = observer.mutate();
  await vi.waitFor(() => expect(observer.getCurrentResult().status).not.toBe("idle"));
  expect(warning).toHaveBeenCalledTimes(times);
  onlineManager.setOnline(true);
  await expect(done).resolves.toBe("done");
});
