import {
  type ImageDetection,
  ORIENTATIONS,
  type Orientation,
  type Patch,
  type Prediction,
  ROTATIONS,
  type Rotation,
  applyPatches,
  effectiveOrientation,
  makePatch,
  orientSize,
  rotatePatches,
  rotatePredictions,
} from "@precount/domain";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextEdit } from "../edit-queue.ts";
import { gestureEvents, snapshotOf, stepEvents } from "./gesture.ts";
import type { Frame } from "./history.ts";
import { NO_WORK, type Work, isPending, reduceWork } from "./work.ts";

const prediction: Prediction = {
  label: "sticker",
  rect: { x: 0, y: 0, width: 9, height: 9 },
  confidence: 1,
  code: { value: "012345", pattern: "^\\d{6}$", confidence: 0.9 },
  values: [],
};

/** The server's detection after these patches. */
function detectionOf(predictions: Prediction[], patches: readonly Patch[]): ImageDetection {
  const sid = "a".repeat(24);
  const results = applyPatches(predictions, patches);
  return {
    sid,
    imageSid: sid,
    model: { sid, name: "precount" },
    status: "inferred",
    progress: 0,
    count: results.length,
    predictions,
    results,
    itemCodes: null,
    patches: [...patches],
    revision: patches.length,
    inferredAt: new Date(0).toISOString(),
    validatedAt: null,
    options: {},
    elapsed: 1,
  };
}

/** One user's browser and the server's log of patches, in memory. */
function setUp() {
  const log: Patch[] = [];
  let predictions = [prediction];
  let frame: Frame = { size: { width: 100, height: 60 }, orientation: "normal" };
  let work: Work = NO_WORK;
  const snapshot = () => snapshotOf(detectionOf(predictions, log), { queue: work, saved: [], history: work.history });
  const apply = (events: ReturnType<typeof gestureEvents>): void => {
    work = events.reduce(reduceWork, work);
  };
  return {
    edit: (...patches: Patch[]) => apply(gestureEvents(snapshot(), patches, frame)),
    step: (direction: "undo" | "redo") => {
      const events = stepEvents(snapshot(), direction, frame);
      if (Array.isArray(events)) apply(events);
      return events;
    },
    /** Delivers all pending edits. */
    deliver: () => {
      for (let edit = nextEdit(work); edit; edit = nextEdit(work)) {
        const added = edit.patch.op === "add" ? [applyPatches([prediction], log).length] : [];
        log.push(edit.patch);
        apply([{ type: "saved", id: edit.id, delivered: { revision: log.length, added } }]);
      }
    },
    /** Delivers another user's patch. */
    other: (patch: Patch) => void log.push(patch),
    /** Rotates the photo, as the server does. */
    rotate: (orientation: Orientation) => {
      const { size, orientation: before } = frame;
      predictions = rotatePredictions(predictions, size, before, orientation);
      log.splice(0, log.length, ...rotatePatches(log, size, before, orientation));
      frame = { size: orientSize(orientSize(size, before), orientation), orientation };
    },
    rects: () => snapshot().results.map(({ rect }) => rect),
    codes: () =>
      snapshot()
        .results.filter(({ discarded }) => !discarded)
        .map(({ code }) => code.value),
    reload: () => {
      // The browser stores plain data.
      work = structuredClone(work);
    },
    isPending: () => isPending(work),
  };
}

describe.each([["offline", false] as const, ["delivered", true] as const])(
  "undo and redo, %s",
  (_name, isDelivered) => {
    const make = () => {
      const one = setUp();
      const settle = (): void => (isDelivered ? one.deliver() : one.reload());
      return { ...one, settle };
    };

    it("S4.19 step through the gestures, also after a reload", () => {
      const { edit, step, settle, reload, codes } = make();
      for (const value of ["111111", "222222"]) {
        edit(makePatch.code(0, value));
        settle();
      }
      step("undo");
      settle();
      expect(codes()).toEqual(["111111"]);
      reload();
      step("undo");
      settle();
      expect(codes()).toEqual(["012345"]);
      expect(step("undo")).toBeNull();
      step("redo");
      step("redo");
      expect(codes()).toEqual(["222222"]);
      expect(step("redo")).toBeNull();
    });

    it("remove and restore an added result at its index, with its values", () => {
      const { edit, step, settle, codes } = make();
      edit(makePatch.add({ ...prediction, code: { value: "", pattern: null } }));
      edit(makePatch.code(1, "999999"));
      settle();
      step("undo");
      step("undo");
      settle();
      expect(codes()).toEqual(["012345"]);
      step("redo");
      step("redo");
      settle();
      expect(codes()).toEqual(["012345", "999999"]);
    });

    it("take a gesture of several patches as one step", () => {
      const { edit, step, settle, codes } = make();
      edit(makePatch.code(0, "111111"), makePatch.discard(0));
      settle();
      step("undo");
      expect(codes()).toEqual(["012345"]);
    });
  },
);

describe("undo after a rotation of the photo", () => {
  it("moves the box back on the rotated photo, and redo moves it again", () => {
    const { edit, step, deliver, rotate, rects } = setUp();
    edit(makePatch.rect(0, { x: 10, y: 20, width: 9, height: 5 }));
    deliver();
    rotate("rotate90CW");
    const moved = { x: 35, y: 10, width: 5, height: 9 };
    expect(rects()).toEqual([moved]);
    step("undo");
    expect(rects()).toEqual([{ x: 51, y: 0, width: 9, height: 9 }]);
    deliver();
    step("redo");
    expect(rects()).toEqual([moved]);
    deliver();
    rotate("rotate180");
    step("undo");
    expect(rects()).toEqual([{ x: 91, y: 51, width: 9, height: 9 }]);
  });

  it.each(ORIENTATIONS)("undoes every step after any rotations of a photo with orientation %s", (orientation) => {
    const box = fc.record({
      x: fc.nat(30),
      y: fc.nat(30),
      width: fc.integer({ min: 1, max: 30 }),
      height: fc.integer({ min: 1, max: 30 }),
      angle: fc.integer({ min: 0, max: 3600 }).map((tenths) => tenths / 10),
    });
    const rotations = fc.array(fc.constantFrom(...ROTATIONS), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 4 }), rotations, rotations, (boxes, first, second) => {
        const { edit, step, deliver, rotate, rects } = setUp();
        const rotateAll = (all: readonly Rotation[]): void =>
          all.forEach((one) => rotate(effectiveOrientation(orientation, one)));
        rotate(effectiveOrientation(orientation, "none"));
        const start = rects();
        for (const rect of boxes) edit(makePatch.rect(0, rect));
        deliver();
        rotateAll(first);
        for (const _ of boxes) {
          expect(step("undo")).not.toBe("changed");
          deliver();
          rotateAll(second);
        }
        rotate(effectiveOrientation(orientation, "none"));
        expect(rects()).toEqual(start);
        expect(step("undo")).toBeNull();
      }),
    );
  });

  it("does not change a box that another user has changed since", () => {
    const { edit, step, deliver, rotate, other } = setUp();
    edit(makePatch.rect(0, { x: 10, y: 20, width: 9, height: 5 }));
    deliver();
    rotate("rotate90CW");
    other(makePatch.rect(0, { x: 1, y: 1, width: 5, height: 9 }));
    expect(step("undo")).toBe("changed");
  });
});

describe("undo with other users", () => {
  it("does not change a value that another user has changed since", () => {
    const { edit, step, deliver, other, codes } = setUp();
    edit(makePatch.code(0, "111111"));
    deliver();
    other(makePatch.code(0, "777777"));
    expect(step("undo")).toBe("changed");
    expect(codes()).toEqual(["777777"]);
  });

  it("does not change a result that another user has discarded since", () => {
    const { edit, step, deliver, other, isPending } = setUp();
    edit(makePatch.code(0, "111111"));
    deliver();
    other(makePatch.discard(0));
    expect(step("undo")).toBe("changed");
    expect(isPending()).toBe(false);
  });

  it("finds an added result after others have added one before it", () => {
    const { edit, step, deliver, other, codes, isPending } = setUp();
    edit(makePatch.add({ ...prediction, code: { value: "222222", pattern: null } }));
    other(makePatch.add({ ...prediction, code: { value: "333333", pattern: null } }));
    deliver();
    expect(codes()).toEqual(["012345", "333333", "222222"]);
    step("undo");
    deliver();
    expect(codes()).toEqual(["012345", "333333"]);
    expect(isPending()).toBe(false);
  });
});

const FRAME: Frame = { size: { width: 100, height: 60 }, orientation: "normal" };

/** The screen of a tab with these edits, after another user has changed the code. */
const snapshotIn = (work: Work) =>
  snapshotOf(detectionOf([prediction], [makePatch.code(0, "222222")]), {
    queue: work,
    saved: [],
    history: work.history,
  });

describe("an edit over another one of the field that is pending", () => {
  const shared = { type: "put", edit: { id: "a", patch: makePatch.code(0, "111111"), of: null, revision: 0 } } as const;
  const isInConflict = {
    type: "conflict",
    id: "a",
    theirs: makePatch.code(0, "222222"),
    ours: makePatch.code(0, "111111"),
    revision: 1,
    message: "Someone else has changed it.",
  } as const;
  it("does not replace a value that only another tab knows, from a conflict that this tab does not show yet", () => {
    const pending = reduceWork(NO_WORK, shared);
    const typed = gestureEvents(snapshotIn(pending), [makePatch.code(0, "333333")], FRAME);
    const work = [isInConflict, ...typed].reduce(reduceWork, pending);
    expect(work.edits).toMatchObject([{ patch: { value: "333333" }, state: "waiting", revision: 0 }]);
  });

  it("replaces the value of a conflict that it shows", () => {
    const work = [shared, isInConflict].reduce(reduceWork, NO_WORK);
    const typed = gestureEvents(snapshotIn(work), [makePatch.code(0, "333333")], FRAME);
    expect(typed.reduce(reduceWork, work).edits).toMatchObject([{ patch: { value: "333333" }, revision: 1 }]);
  });
});

const draft = (text: string, revision: number) =>
  ({ type: "draft", target: "0 code", draft: { text, revision } }) as const;

describe("drafts", () => {
  it("stay with a drawn box when the server gives it an index", () => {
    const add = { type: "put", edit: { id: "a", patch: makePatch.add(prediction), of: null, revision: 7 } } as const;
    const typed = { type: "draft", target: "a code", draft: { text: "5942", revision: 7 } } as const;
    const isSaved = { type: "saved", id: "a", delivered: { revision: 8, added: [15] } } as const;
    const work = [add, typed, draft("1", 7), isSaved].reduce(reduceWork, NO_WORK);
    expect(work.drafts).toEqual({ "15 code": { text: "5942", revision: 8 }, "0 code": { text: "1", revision: 7 } });
  });

  const put = { type: "put", edit: { id: "a", patch: makePatch.code(0, "12"), of: null, revision: 7 } } as const;

  it("give an edit the revision at which typing began", () => {
    const work = [draft("1", 2), draft("12", 5), put].reduce(reduceWork, NO_WORK);
    expect(work.edits).toMatchObject([{ revision: 2 }]);
    expect(work.drafts).toEqual({});
  });

  it("know the user's own edit that is saved while they type", () => {
    const first = { type: "put", edit: { id: "b", patch: makePatch.code(0, "1"), of: null, revision: 0 } } as const;
    const isSaved = { type: "saved", id: "b", delivered: { revision: 1, added: [] } } as const;
    const work = [first, draft("12", 0), isSaved, put].reduce(reduceWork, NO_WORK);
    expect(work.edits).toMatchObject([{ id: "a", revision: 1 }]);
  });
});
