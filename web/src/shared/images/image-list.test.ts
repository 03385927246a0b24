import { describe, expect, it, test } from "vitest";
import {
  countOnSheet,
  extendedList,
  keepKnownOrder,
  nextSheet,
  nextToReview,
  nextWithDoubts,
  positionIn,
  SHEET_PHOTOS,
} from "./image-list.ts";

describe("S2.43 previous and next", () => {
  const list = ["a", "b", "c"];
  it.each([
    ["a", { index: 0, total: 3, previous: "c", next: "b" }],
    ["b", { index: 1, total: 3, previous: "a", next: "c" }],
    ["c", { index: 2, total: 3, previous: "b", next: "a" }],
  ])("wraps around at %s", (sid, position) => {
    expect(positionIn(list, sid)).toEqual(position);
  });

  it("skips deleted images", () => {
    expect(positionIn(list, "a", new Set(["a", "c"]))).toEqual({ index: 0, total: 2, previous: "c", next: "c" });
  });

  it("stays on the only image", () => {
    expect(positionIn(["a"], "a")).toEqual({ index: 0, total: 1, previous: "a", next: "a" });
  });

  it("returns null for an image that is not in the list", () => {
    expect(positionIn(list, "x")).toBeNull();
    expect(positionIn([], "x")).toBeNull();
  });
});

describe("the next image to review", () => {
  const event = { sids: ["d", "c", "b", "a"], open: ["d", "b"], sure: [], taken: [] };
  it("follows the list the user came from and wraps around at its end", () => {
    expect(nextToReview(["a", "b", "c", "d"], event, "a")).toBe("b");
    expect(nextToReview(["a", "b", "c", "d"], event, "d")).toBe("b");
    expect(nextToReview(["a", "b", "c", "d"], event, "b")).toBe("d");
  });
  it("uses the event's order when that list is done", () => {
    expect(nextToReview(["a", "c"], event, "a")).toBe("d");
  });
  it("uses the event's order when the image was opened directly", () => {
    expect(nextToReview(null, event, "c")).toBe("b");
    expect(nextToReview(["x"], event, "c")).toBe("b");
  });
  it("prefers images that no other user has open", () => {
    expect(nextToReview(null, { ...event, taken: ["b"] }, "c")).toBe("d");
    expect(nextToReview(null, { ...event, taken: ["b", "d"] }, "c")).toBe("b");
  });
  it("is null when every image is done", () => {
    expect(nextToReview(null, { sids: ["a", "b"], open: ["a"], sure: [], taken: [] }, "a")).toBeNull();
    expect(nextToReview(null, { sids: [], open: [], sure: [], taken: [] }, "a")).toBeNull();
  });
});

describe("the next image with doubtful values", () => {
  const event = { sids: ["a", "b", "c", "d"], open: ["a", "b", "c", "d"], sure: ["b"], taken: [] };
  it("passes over images without doubts, and wraps around", () => {
    expect(nextWithDoubts(null, event, "a")).toBe("c");
    expect(nextWithDoubts(["d", "c", "b", "a"], event, "a")).toBe("d");
  });
  it("is null when the others have no doubts, are done, or are open at other users", () => {
    expect(nextWithDoubts(null, { ...event, sure: ["b", "c", "d"] }, "a")).toBeNull();
    expect(nextWithDoubts(null, { ...event, open: ["a", "b"] }, "a")).toBeNull();
    expect(nextWithDoubts(null, { ...event, taken: ["c", "d"] }, "a")).toBeNull();
  });
});

describe("the next proof sheet", () => {
  const event = {
    sids: ["a", "b", "c", "d", "e", "f"],
    open: ["b", "c", "d", "e", "f"],
    sure: ["c", "d", "e"],
    taken: [],
  };
  it("shows the photos without doubts that come next, up to the first with doubtful values", () => {
    expect(nextSheet(null, event, "b")).toEqual(["c", "d", "e"]);
    expect(nextSheet(["f", "e", "d", "b", "c"], event, "f")).toEqual(["e", "d"]);
  });
  it("shows all photos without doubts when it is opened by itself", () => {
    expect(nextSheet(null, event, null)).toEqual(["c", "d", "e"]);
    expect(nextSheet(null, { ...event, sure: ["f"] }, null)).toEqual(["f"]);
  });
  it("is empty before a photo with doubts, and for a single photo", () => {
    expect(nextSheet(null, event, "a")).toEqual([]);
    expect(nextSheet(null, event, "d")).toEqual([]);
  });
  it("leaves out photos that another user has open", () => {
    expect(nextSheet(null, { ...event, taken: ["d"] }, "b")).toEqual(["c", "e"]);
  });
  it("counts the photos that wait for it", () => {
    expect(countOnSheet(event)).toBe(3);
    expect(countOnSheet({ ...event, taken: ["d", "f"] })).toBe(2);
  });
  it("shows no more photos than fit", () => {
    const sids = Array.from({ length: SHEET_PHOTOS + 3 }, (_, at) => String(at));
    const sheet = nextSheet(null, { sids, open: sids, sure: sids, taken: [] }, null);
    expect(sheet).toEqual(sids.slice(0, SHEET_PHOTOS));
  });
});

test("keeps the known order when priorities change, drops deleted images and appends new ones", () => {
  const now = { sids: ["c", "e", "a", "b"], open: ["c", "e"], sure: ["e"], taken: ["c"] };
  expect(keepKnownOrder(undefined, now)).toEqual(now);
  expect(keepKnownOrder({ sids: ["a", "b", "c", "d"], open: ["a"], sure: [], taken: [] }, now)).toEqual({
    sids: ["a", "b", "c", "e"],
    open: ["c", "e"],
    sure: ["e"],
    taken: ["c"],
  });
});

test("keeps the list after a return although images left the filter; another filter starts a new list", () => {
  const known = { sids: ["a", "b", "c"], filter: "pending" };
  expect(extendedList(known, { sids: ["d", "c"], filter: "pending" }).sids).toEqual(["a", "b", "c", "d"]);
  expect(extendedList(known, { sids: ["d", "c"], filter: "all" }).sids).toEqual(["d", "c"]);
  expect(extendedList(null, { sids: ["c"], filter: "all" }).sids).toEqual(["c"]);
});
