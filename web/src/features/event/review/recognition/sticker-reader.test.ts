import {
  type Alternative,
  type ImageDetection,
  type Patch,
  type Prediction,
  type Rect,
  applyPatches,
  makePatch,
  newSticker,
} from "@precount/domain";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { nextEdit } from "../edit-queue.ts";
import {
  type PatchPut,
  type ResultRef,
  findResult,
  gestureEvents,
  patchesPut,
  recognitionEvents,
  snapshotOf,
  stepEvents,
} from "../saving/gesture.ts";
import { NO_WORK, type Work, reduceWork } from "../saving/work.ts";
import { StickerReader } from "./sticker-reader.ts";

const PHOTO = { width: 4000, height: 3000 };
const DRAWN: Rect = { x: 100, y: 100, width: 300, height: 150, angle: 0 };
const answer = (rect: Rect, code = "246810"): Prediction => ({
  ...newSticker(PHOTO, rect),
  code: { value: code, pattern: "^\\d{6}$", confidence: 0.99 },
  quantity: { value: "7", pattern: null, confidence: 0.2 },
});

const FRAME = { size: { width: 4000, height: 3000 }, orientation: "normal" } as const;

/** One user's browser, the server's log of patches, and a reader whose answers the test controls. */
function setUp() {
  const log: Patch[] = [];
  let work: Work = NO_WORK;
  const sid = "a".repeat(24);
  const snapshot = () => {
    const detection: ImageDetection = {
      sid,
      imageSid: sid,
      model: { sid, name: "precount" },
      status: "inferred",
      progress: 0,
      count: 0,
      predictions: [],
      results: applyPatches([], log),
      itemCodes: null,
      patches: [...log],
      revision: log.length,
      inferredAt: new Date(0).toISOString(),
      validatedAt: null,
      options: {},
      elapsed: 1,
    };
    return snapshotOf(detection, { queue: work, saved: [], history: work.history });
  };
  const asked: {
    rect: Rect;
    resolve: (read: Prediction) => void;
    reject: (error: unknown) => void;
    signal: AbortSignal;
  }[] = [];
  const failures: unknown[] = [];
  const reader = new StickerReader({
    recognize: (rect, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ rect, resolve, reject, signal });
      }),
    find: (target: ResultRef) => findResult(snapshot(), target),
    fill: (target: ResultRef, values: Alternative[]) => {
      work = recognitionEvents(snapshot(), target, values).reduce(reduceWork, work);
    },
    isTransient: (error) => error === "offline",
    onError: (error) => failures.push(error),
  });
  return {
    asked,
    failures,
    reader,
    states: () => reader.running().map(({ state }) => state),
    result: (index = 0) => snapshot().results[index],
    put: (...patches: Patch[]): readonly PatchPut[] => {
      const events = gestureEvents(snapshot(), patches, FRAME);
      work = events.reduce(reduceWork, work);
      reader.watch(patchesPut(events));
      return patchesPut(events);
    },
    undo: () => {
      const events = stepEvents(snapshot(), "undo", FRAME);
      if (Array.isArray(events)) work = events.reduce(reduceWork, work);
    },
    /** Delivers another user's patches, and then all pending edits of this browser. */
    deliver: (...theirs: Patch[]) => {
      log.push(...theirs);
      for (let edit = nextEdit(work); edit; edit = nextEdit(work)) {
        const added = edit.patch.op === "add" ? [applyPatches([], log).length] : [];
        log.push(edit.patch);
        work = reduceWork(work, { type: "saved", id: edit.id, delivered: { revision: log.length, added } });
      }
    },
  };
}
/** Lets the reader process an answer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

describe("S4.20 a drawn sticker is read", () => {
  it("at once; its readings become edits that are no undo step of their own", async () => {
    const { put, asked, result, states, undo } = setUp();
    put(makePatch.add(newSticker(PHOTO, DRAWN)));
    expect(asked.map(({ rect }) => rect)).toEqual([DRAWN]);
    expect(states()).toEqual(["reading"]);
    asked[0]?.resolve(answer(DRAWN));
    await settle();
    expect(states()).toEqual([]);
    expect(result()).toMatchObject({ code: { value: "246810" }, quantity: { value: "7", pattern: null } });
    undo();
    expect(result()?.discarded).toBe(true);
  });

  it("and found again after the server has added another user's sticker before it", async () => {
    const { put, asked, result, deliver } = setUp();
    put(makePatch.add(newSticker(PHOTO, DRAWN)));
    deliver(makePatch.add(newSticker(PHOTO)));
    asked[0]?.resolve(answer(DRAWN));
    await settle();
    deliver();
    expect(result(0)?.code.value).toBe("");
    expect(result(1)?.code.value).toBe("246810");
  });

  it("and keeps a value that is typed meanwhile", async () => {
    const { put, asked, result } = setUp();
    put(makePatch.add(newSticker(PHOTO, DRAWN)));
    put(makePatch.code(0, "111111"));
    asked[0]?.resolve(answer(DRAWN));
    await settle();
    expect(result()).toMatchObject({ code: { value: "111111" }, quantity: { value: "7" } });
  });

  it("again after it was moved, once; only the last answer counts", async () => {
    const { put, asked, result } = setUp();
    put(makePatch.add(newSticker(PHOTO, DRAWN)));
    put(makePatch.rect(0, { ...DRAWN, x: 200 }));
    put(makePatch.rect(0, { ...DRAWN, x: 300 }));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked.map(({ rect }) => rect.x)).toEqual([100, 300]);
    asked[1]?.resolve(answer(DRAWN, "333333"));
    asked[0]?.resolve(answer(DRAWN, "111111"));
    await settle();
    expect(result()?.code.value).toBe("333333");
  });

  it("but not when it is a shelf or was undone meanwhile; a shelf that becomes a sticker is read", async () => {
    const { put, asked, result, undo } = setUp();
    put(makePatch.add({ ...newSticker(PHOTO, DRAWN), label: "shelf" }));
    expect(asked).toHaveLength(0);
    put(makePatch.label(0, "sticker"));
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(1);
    undo();
    undo();
    asked[0]?.resolve(answer(DRAWN));
    await settle();
    expect(result()).toMatchObject({ discarded: true, code: { value: "" } });
  });

  it("again when the server cannot be reached; an error is reported once and the box stays", async () => {
    const { put, asked, states, failures, result, reader } = setUp();
    put(makePatch.add(newSticker(PHOTO, DRAWN)));
    asked[0]?.reject("offline");
    await settle();
    expect(states()).toEqual(["waiting"]);
    reader.retryNow();
    await settle();
    asked[1]?.reject("the worker says no");
    await settle();
    expect([states(), failures]).toEqual([[], ["the worker says no"]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
    expect(result()?.discarded).toBe(false);
  });
});
