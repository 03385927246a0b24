import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished } from "vitest";
import { trpc } from "../api/trpc.ts";
import type { EventStreamInterest } from "./live-stream.ts";
import { followEvent } from "./live.ts";

const KEY = ["list"];
const imageKey = (imageSid: string, projectSlug = "shop") =>
  trpc.image.getProjectImage.queryKey({ projectSlug, imageSid });

/** A page with a list and two images of its event, and one of another event, all in the cache. */
function openPage() {
  const queryClient = new QueryClient();
  let interest: EventStreamInterest | undefined;
  const leave = followEvent(queryClient, { slug: "shop", keys: [KEY], watched: null, only: "any" }, (joined) => {
    interest = joined;
    return () => (interest = undefined);
  });
  const cached = { list: KEY, a: imageKey("a"), b: imageKey("b"), other: imageKey("a", "other") };
  const fetchAll = (): void => {
    for (const queryKey of Object.values(cached)) queryClient.setQueryData(queryKey, {});
  };
  fetchAll();
  onTestFinished(() => queryClient.clear());
  return {
    leave,
    fetchAll,
    open: () => interest?.onOpen(false),
    receive: (kind: string, sid: string) => interest?.on.change?.(JSON.stringify({ kind, sid })),
    stale: () =>
      Object.entries(cached).flatMap(([name, queryKey]) =>
        queryClient.getQueryState(queryKey)?.isInvalidated === true ? name : [],
      ),
  };
}

describe("an event that a screen follows", () => {
  it("makes a changed image stale at once, also when no screen shows it, and the screen's lists after the burst", async () => {
    const page = openPage();
    page.open();
    page.receive("image", "a");
    page.fetchAll();
    page.receive("image", "b");
    page.receive("area", "a");
    expect(page.stale()).toEqual(["b"]);
    await expect.poll(page.stale).toEqual(["list", "b"]);
  });

  it("makes all images of the event stale by the first change after the stream was opened", () => {
    const page = openPage();
    page.open();
    expect(page.stale()).toEqual([]);
    page.receive("task", "7");
    expect(page.stale()).toEqual(["a", "b"]);
  });

  it("does a due refresh when the screen is left", () => {
    const page = openPage();
    page.receive("area", "1");
    page.leave();
    expect(page.stale()).toContain("list");
  });
});
