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
  voided: null,
});

/** A page whose list the test answers, and whose stream it speaks for. */
function openPage() {
  const queryClient = new QueryClient();
  const asked: PromiseWithResolvers<Area[]>[] = [];
  let interest: EventStreamInterest | undefined;
  const leave = followAreas(queryClient, QUERY_KEY, (joined) => {
    interest = joined;
    return () => (interest = undefined);
  });
  const observer = new QueryObserver<Area[]>(queryClient, {
    queryKey: QUERY_KEY,
    queryFn: () => {
      const answer = Promise.withResolvers<Area[]>();
      asked.push(answer);
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
    asked,
    list: () => queryClient.getQueryData<Area[]>(QUERY_KEY),
    tell: (news: AreaUpdate) => interest?.on.areas?.(JSON.stringify(news)),
    open: (isAfterBreak: boolean) => interest?.onOpen(isAfterBreak),
    asks: () => interest?.ask,
  };
}

describe("an event's areas on a page", () => {
  it("are what the server answered and then told", async () => {
    const page = openPage();
    expect(page.asks()).toEqual({ areas: "1" });
    page.asked[0]?.resolve([area(1), area(2)]);
    await expect.poll(page.list).toEqual([area(1), area(2)]);
    page.tell({ changed: [area(2, "approved")], gone: [area(1).sid] });
    expect(page.list()).toEqual([area(2, "approved")]);
    expect(page.asked).toHaveLength(1);
  });

  it("what is told while the list is on its way is not overwritten by it", async () => {
    const page = openPage();
    page.tell({ changed: [area(1, "pending")], gone: [] });
    page.tell({ changed: [area(1, "approved")], gone: [] });
    expect(page.list()).toBeUndefined();
    page.asked[0]?.resolve([area(1), area(2)]);
    await expect.poll(page.list).toEqual([area(1, "approved"), area(2)]);
  });

  it("are asked for again, in a while, when they are stale, after a break, and when they are old", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const page = openPage();
    page.asked[0]?.resolve([area(1)]);
    await vi.advanceTimersByTimeAsync(10);
    page.open(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(page.asked).toHaveLength(1);
    page.tell({ stale: true });
    page.tell({ stale: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.asked).toHaveLength(2);
    page.asked[1]?.resolve([area(1), area(2)]);
    await vi.advanceTimersByTimeAsync(10);
    page.open(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.asked).toHaveLength(3);
    page.asked[2]?.resolve(applyAreaChanges([area(1)], { changed: [area(3)], gone: [] }));
    await vi.advanceTimersByTimeAsync(11_000);
    page.open(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.asked).toHaveLength(4);
  });
});
