import {
  type Image,
  type ImageDetection,
  type Patch,
  type Prediction,
  type Project,
  type Result,
  applyPatches,
  makePatch,
  patternOf,
} from "@precount/domain";
import { describe, expect, it, vi } from "vitest";
import type { ImageReading } from "../keyboard/review-walk.ts";
import type { ReviewSearch } from "../../../../shared/paging/search.ts";
import type { QueuedEdit } from "../edit-queue.ts";
import type { SaveQueueView } from "../saving/save-queue.ts";
import { NO_WORK, type Work, type WorkEvent, reduceWork } from "../saving/work.ts";
import { commitReading, draftOf, revertReading, typeReading } from "./readings.ts";
import { type EditQueuePort, ReviewSession } from "./review-session.ts";
import { enterStoredDrafts } from "./stored-drafts.ts";

const SID = "a".repeat(24);
const PHOTO = { width: 4000, height: 3000 };

const sticker = (code: string, quantity = "1"): Prediction => ({
  label: "sticker",
  rect: { x: 0, y: 0, width: 300, height: 150, angle: 0 },
  confidence: 1,
  code: { value: code, confidence: 0.9, pattern: patternOf("sticker", "code", code) },
  quantity: { value: quantity, confidence: 0.9, pattern: patternOf("sticker", "quantity", quantity) },
  values: [],
});
/** Sticker 1 is malformed, the others are valid. */
const PREDICTIONS = [sticker("012345"), sticker("12"), sticker("012347")];

const detectionAfter = (patches: readonly Patch[]): ImageDetection => ({
  sid: SID,
  imageSid: SID,
  model: { sid: SID, name: "precount" },
  status: "inferred",
  progress: 0,
  count: 3,
  predictions: PREDICTIONS,
  results: applyPatches(PREDICTIONS, patches),
  itemCodes: null,
  patches: [...patches],
  revision: patches.length,
  inferredAt: new Date(0).toISOString(),
  validatedAt: null,
  options: {},
  elapsed: 1,
});

/** A save queue in memory that never reaches a server. */
function fakeQueue(): EditQueuePort & { work: () => Work } {
  let work: Work = NO_WORK;
  let view: SaveQueueView = { queue: work, saved: [], history: work.history };
  const listeners = new Set<() => void>();
  const change = (_ref: unknown, events: readonly WorkEvent[]): void => {
    const before = work;
    work = events.reduce(reduceWork, work);
    // As the real queue: typing does not change the view.
    if (work.edits !== before.edits || work.history !== before.history) {
      view = { queue: work, saved: [], history: work.history };
    }
    for (const listener of listeners) listener();
  };
  return {
    userSid: SID,
    connection: "online",
    loaded: Promise.resolve(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    draft: (_sid, target) => work.drafts[target] ?? null,
    drafts: () => work.drafts,
    change,
    resolve: (ref, { id }: QueuedEdit) => change(ref, [{ type: "drop", ids: [id] }]),
    onRecovered: () => () => undefined,
    work: () => work,
  };
}

function setUp({ selected = null as number | null, queue = fakeQueue() } = {}) {
  const page = {
    setSearch: vi.fn<(changes: ReviewSearch) => void>(),
    showOnPhoto: vi.fn<(result: Result) => void>(),
    focusPhoto: vi.fn<() => void>(),
    scrollProof: vi.fn<() => boolean>(() => false),
    goToNextDoubtful: vi.fn<() => boolean>(() => false),
    openReading: vi.fn<(reading: ImageReading) => void>(),
  };
  const session = new ReviewSession({
    queue,
    page,
    // The parts that the session reads.
    project: { slug: "s", status: "active", isArchived: false } as Project,
    image: { sid: SID, status: "processed", ...PHOTO } as Image,
    detection: detectionAfter([]),
    selected,
    recognition: { recognize: () => new Promise(() => undefined), isTransient: () => false, onError: () => undefined },
  });
  // Without a document there is no focus to follow.
  queue.subscribe(() => void session.snapshot());
  return { session, page, queue, codes: () => session.get().edits.items.map(({ result }) => result.code.value) };
}

describe("edits", () => {
  it("appear at once, and each starts from the one before", () => {
    const { session, codes } = setUp();
    session.put(makePatch.code(0, "111111"));
    session.put(makePatch.add(sticker("222222")));
    session.put(makePatch.code(3, "333333"));
    expect(codes()).toEqual(["111111", "12", "012347", "333333"]);
    expect(session.get().edits).toMatchObject({ saveState: "saving", canUndo: true, status: "drafted" });
  });

  it("keep the identity of unchanged results, so that their cards do not render", () => {
    const { session } = setUp();
    const before = session.get().edits.items;
    session.put(makePatch.code(0, "111111"));
    const after = session.get().edits.items;
    expect(after[0]).not.toBe(before[0]);
    expect(after.slice(1).every((item, at) => item === before[at + 1])).toBe(true);
  });

  it("do not notify when nothing changes", () => {
    const { session } = setUp();
    const listener = vi.fn<() => void>();
    session.subscribe(listener);
    session.snapshot();
    session.select(null);
    expect(listener).not.toHaveBeenCalled();
  });

  it("give way to a newer detection of the server", () => {
    const { session, codes } = setUp();
    const { project, image } = session.get();
    session.update({ project, image, detection: detectionAfter([makePatch.code(2, "777777")]) });
    expect(codes()).toEqual(["012345", "12", "777777"]);
  });
});

describe("the selection", () => {
  it("is written into the address, counted from 1, and moves the photo on request", () => {
    const { session, page } = setUp();
    session.select(2);
    expect(page.setSearch).toHaveBeenLastCalledWith({ detection: 3 });
    expect(page.showOnPhoto).not.toHaveBeenCalled();
    session.selectAndShow(1);
    expect(page.showOnPhoto).toHaveBeenCalledOnce();
    session.select(null);
    expect(page.setSearch).toHaveBeenLastCalledWith({ detection: undefined });
  });

  it("ignores the echo of its own writes, also of skipped ones, and follows other changes of the address", () => {
    const { session } = setUp();
    session.select(1);
    session.select(2);
    session.selectFromAddress(1);
    expect(session.get().selected).toBe(2);
    session.selectFromAddress(2);
    session.selectFromAddress(0);
    expect(session.get().selected).toBe(0);
  });

  it("makes a result current and lists it", () => {
    const { session } = setUp();
    expect(session.get().list).toMatchObject({ tab: "doubtful", order: [1] });
    session.select(2);
    expect(session.get()).toMatchObject({ current: 2, list: { tab: "all" } });
    expect(session.get().list.order).toContain(2);
  });

  it("starts with the list of all results when a valid one is selected", () => {
    expect(setUp({ selected: 0 }).session.get().list.tab).toBe("all");
    expect(setUp({ selected: 1 }).session.get().list.tab).toBe("doubtful");
  });
});

describe("the list", () => {
  it("keeps a corrected result until it is filtered again or the panel opens again", () => {
    const { session } = setUp();
    session.put(makePatch.code(1, "999999"));
    expect(session.get().list.order).toEqual([1]);
    session.filterList({ tab: "doubtful" });
    expect(session.get().list.order).toEqual([]);
    session.openPanel();
    expect(session.get().list).toMatchObject({ tab: "all", order: [0, 1, 2] });
  });
});

describe("typed readings", () => {
  const CODE = { index: 0, field: "code" } as const;

  it("are drafts until they are committed", () => {
    const { session, codes } = setUp();
    typeReading(session, CODE, "654321");
    expect([draftOf(session, CODE), codes()[0]]).toEqual(["654321", "012345"]);
    expect(commitReading(session, CODE, "654321")).toBe(true);
    expect([draftOf(session, CODE), codes()[0]]).toEqual([null, "654321"]);
  });

  it("stay drafts with a complaint when they are invalid, until they are reverted", () => {
    const { session, codes } = setUp();
    typeReading(session, CODE, "12");
    expect(commitReading(session, CODE, "12")).toBe(false);
    expect(session.get().complaints["/0/code/value"]).toMatch(/^Invalid/);
    expect([draftOf(session, CODE), codes()[0]]).toEqual(["12", "012345"]);
    expect(revertReading(session, CODE)).toBe(true);
    expect([draftOf(session, CODE), session.get().complaints]).toEqual([null, {}]);
    expect(revertReading(session, CODE)).toBe(false);
  });

  it("confirm a doubtful value, and otherwise make no edit of the same value", () => {
    const { session } = setUp();
    commitReading(session, CODE, "012345");
    expect(session.get().edits.edits).toEqual([]);
  });

  it("of a closed page are entered when they are valid, and keep a complaint when they are not", async () => {
    const first = setUp();
    typeReading(first.session, CODE, "654321");
    typeReading(first.session, { index: 2, field: "quantity" }, "many");
    const { session, codes } = setUp({ queue: first.queue });
    enterStoredDrafts(session);
    await first.queue.loaded;
    expect(codes()[0]).toBe("654321");
    expect(session.get().complaints["/2/quantity/value"]).toMatch(/^Invalid/);
  });
});

describe("the box form", () => {
  it("previews a box, and closes when another result is selected", () => {
    const { session } = setUp();
    session.openBoxForm(1);
    const form = session.get().boxForm;
    expect(form?.preview).toMatchObject({ index: 1, label: "sticker" });
    session.setBoxForm(form && { ...form.open, texts: { ...form.open.texts, x: "50" } });
    expect(session.get().boxForm?.preview?.rect.x).toBe(2000);
    session.select(0);
    expect(session.get().boxForm).toBeNull();
  });

  it("is filled again when its box is moved meanwhile, and closes when its result is discarded", () => {
    const { session } = setUp();
    session.openBoxForm(1);
    session.put(makePatch.rect(1, { x: 400, y: 300, width: 300, height: 150, angle: 0 }));
    expect(session.get().boxForm?.open.texts).toMatchObject({ x: "10.00", y: "10.00" });
    session.put(makePatch.discard(1));
    expect(session.get().boxForm).toBeNull();
  });
});

describe("discarding with a key", () => {
  it("deselects the label, so that the same key does not recover it; selecting it again does", async () => {
    // The module that tells touch from mouse listens to the window.
    vi.stubGlobal("addEventListener", () => undefined);
    const { discardOrRecover } = await import("./result-actions.ts");
    const { session } = setUp({ selected: 1 });
    const isDiscarded = (): boolean | undefined => session.snapshot().results[1]?.discarded;
    typeReading(session, { index: 1, field: "code" }, "1234");
    discardOrRecover(session);
    expect([isDiscarded(), session.get().selected]).toEqual([true, null]);
    discardOrRecover(session);
    expect(isDiscarded()).toBe(true);
    session.select(1);
    discardOrRecover(session);
    expect(isDiscarded()).toBe(false);
    expect(draftOf(session, { index: 1, field: "code" })).toBeNull();
    vi.unstubAllGlobals();
  });
});

it("keeps only the digits of a typed value", () => {
  const { session } = setUp();
  typeReading(session, { index: 1, field: "code" }, "01x2 345");
  expect(draftOf(session, { index: 1, field: "code" })).toBe("012345");
});
