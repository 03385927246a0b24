import { type Area, type AreaUpdate, applyAreaChanges } from "@precount/domain";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { followAreas } from "./live-areas.ts";
import type { EventStreamInterest } from "./live-stream.ts";

const QUERY_KEY = ["areas"];
const area = (number: number, status: Area["status"] = "not_taken"): Area => ({
  id: number,
  sid: String(number).padStart(24, "a"),
  name: String(number),
  status,
  imageSid: null,
  photos: 0,
  undecided: 0,
  voided: null,
});

/** A page whose requests and stream are controlled by the test. */
function openPage() {
  const queryClient = new QueryClient();
  const requests: PromiseWithResolvers<Area[]>[] = [];
  let interest: EventStreamInterest | undefined;
  const leave = followAreas(queryClient, QUERY_KEY, (joined) => {
    interest = joined;
    return () => (interest = undefined);
  });
  const observer = new QueryObserver<Area[]>(queryClient, {
    queryKey: QUERY_KEY,
    queryFn: () => {
      const answer = Promise.withResolvers<Area[]>();
      requests.push(answer);
      return answer.promise;
    },
    staleTime: Infinity,
  });
  const unsubscribe = observer.subscribe(() => undefined);
  onTestFinished(() => {
    unsubscribe();
    leave();
    queryClient.clear();
  });
  return {
    requests,
    list: () => queryClient.getQueryData<Area[]>(QUERY_KEY),
    receive: (update: AreaUpdate) => interest?.on.areas?.(JSON.stringify(update)),
    open: (hasMissed: boolean) => interest?.onOpen(hasMissed),
    parameters: () => interest?.parameters,
  };
}

describe("the cached areas of an event", () => {
  it("follow the changes of the stream", async () => {
    const page = openPage();
    expect(page.parameters()).toEqual({ areas: "1" });
    page.requests[0]?.resolve([area(1), area(2)]);
    await expect.poll(page.list).toEqual([area(1), area(2)]);
    page.receive({ changed: [area(2, "approved")], gone: [area(1).sid] });
    expect(page.list()).toEqual([area(2, "approved")]);
    expect(page.requests).toHaveLength(1);
  });

  it("keep changes that arrive during a fetch", async () => {
    const page = openPage();
    page.receive({ changed: [area(1, "pending")], gone: [] });
    page.receive({ changed: [area(1, "approved")], gone: [] });
    expect(page.list()).toBeUndefined();
    page.requests[0]?.resolve([area(1), area(2)]);
    await expect.poll(page.list).toEqual([area(1, "approved"), area(2)]);
  });

  it("are fetched again when stale, after a break and when too old for the stream", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const page = openPage();
    page.requests[0]?.resolve([area(1)]);
    await vi.advanceTimersByTimeAsync(10);
    page.open(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(page.requests).toHaveLength(1);
    page.receive({ stale: true });
    page.receive({ stale: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.requests).toHaveLength(2);
    page.requests[1]?.resolve([area(1), area(2)]);
    await vi.advanceTimersByTimeAsync(10);
    page.open(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.requests).toHaveLength(3);
    page.requests[2]?.resolve(applyAreaChanges([area(1)], { changed: [area(3)], gone: [] }));
    await vi.advanceTimersByTimeAsync(11_000);
    page.open(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.requests).toHaveLength(4);
  });
});
