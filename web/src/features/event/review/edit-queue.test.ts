import { type Patch, type Prediction, applyPatches, makePatch } from "@precount/domain";
import { describe, expect, it } from "vitest";
import {
  type EditEvent,
  type EditQueue,
  NO_EDITS,
  editOf,
  nextEdit,
  reduceEdits,
  saveState,
  shownPatches,
  withSending,
} from "./edit-queue.ts";

const CODE = "/0/code/value";
const put = (id: string, patch: Patch, revision = 0, of: string | null = null): EditEvent => ({
  type: "put",
  edit: { id, patch, of, revision },
});
const code = (id: string, value: string, revision = 0): EditEvent => put(id, makePatch.code(0, value), revision);
const leaves = (id: string): EditEvent => ({ type: "leaves", id });
const saved = (id: string, revision: number, added: (number | null)[] = []): EditEvent => ({
  type: "saved",
  id,
  delivered: { revision, added },
});
const conflict = (id: string, revision = 4): EditEvent => ({
  type: "conflict",
  id,
  theirs: makePatch.code(0, "222222"),
  ours: makePatch.code(0, "111111"),
  revision,
  message: "Someone else …",
});
const run = (...events: EditEvent[]): EditQueue => events.reduce(reduceEdits, NO_EDITS);
const ids = ({ edits }: EditQueue): string[] => edits.map(({ id }) => id);

const prediction: Prediction = {
  label: "sticker",
  rect: { x: 0, y: 0, width: 9, height: 9 },
  confidence: 1,
  code: { value: "", pattern: null },
  values: [],
};

describe("edit queue", () => {
  it("sends in the order the edits were made", () => {
    const queue = run(code("a", "1"), put("b", makePatch.quantity(0, "2")));
    expect(nextEdit(queue)?.id).toBe("a");
    expect(nextEdit(reduceEdits(queue, saved("a", 1)))?.id).toBe("b");
  });

  it("keeps the last unsent edit of a field, with the revision that the first one saw", () => {
    const queue = run(code("a", "1", 3), code("b", "12", 5));
    expect(queue.edits).toMatchObject([{ id: "b", revision: 3, patch: makePatch.code(0, "12") }]);
  });

  it("knows the revision of its own added result, also before the screen shows it", () => {
    const add: Patch = { op: "add", path: "/-", value: { ...prediction } };
    const queue = run(put("a", add, 7), leaves("a"), saved("a", 8, [15]), put("b", makePatch.code(15, "594208"), 7));
    expect(queue.edits).toMatchObject([{ id: "b", revision: 8 }]);
    // For other results it has only the revision on the screen.
    const other = run(put("a", add, 7), leaves("a"), saved("a", 8, [15]), put("b", makePatch.code(14, "594208"), 7));
    expect(other.edits).toMatchObject([{ id: "b", revision: 7 }]);
  });

  it("knows the revision of its own last edit of a field, also before the screen shows it", () => {
    const queue = run(
      code("a", "1"),
      leaves("a"),
      saved("a", 7),
      code("b", "2", 6),
      put("c", makePatch.quantity(0, "3"), 6),
    );
    expect(queue.edits).toMatchObject([
      { id: "b", revision: 7 },
      { id: "c", revision: 6 },
    ]);
  });

  it("does not replace a sent edit; a newer one follows it and gets its revision", () => {
    const queue = run(code("a", "1"), leaves("a"), code("b", "12"), code("c", "123"));
    expect(ids(queue)).toEqual(["a", "c"]);
    expect(reduceEdits(queue, saved("a", 1)).edits).toMatchObject([{ id: "c", revision: 1 }]);
  });

  it("leaves the revision of an edit of another field", () => {
    const queue = run(code("a", "1"), put("b", makePatch.quantity(0, "2")), saved("a", 1));
    expect(queue.edits).toMatchObject([{ id: "b", revision: 0 }]);
  });

  it("takes the same edit once, as when events are replayed on stored ones", () => {
    expect(ids(run(code("a", "1"), code("a", "1")))).toEqual(["a"]);
  });

  it("S8.01 keeps a refused edit with the server's reason; a retry sends the same edit", () => {
    const refused = run(code("a", "1"), leaves("a"), { type: "refused", id: "a", message: "validated" });
    expect(editOf(refused, CODE)).toMatchObject({ state: "refused", message: "validated" });
    expect(saveState(refused, "online")).toBe("refused");
    expect(nextEdit(refused)).toBeUndefined();
    expect(nextEdit(reduceEdits(refused, { type: "retry", ids: ["a"] }))?.id).toBe("a");
    expect(ids(reduceEdits(refused, { type: "drop", ids: ["a"] }))).toEqual([]);
  });

  it("keeps both values of a conflict; keeping ours sends it with the revision of theirs", () => {
    const queue = run(code("a", "111111"), leaves("a"), conflict("a"));
    expect(queue.edits).toMatchObject([{ state: "conflict", theirs: { value: "222222" }, patch: { value: "111111" } }]);
    expect(saveState(queue, "offline")).toBe("conflict");
    expect(nextEdit(reduceEdits(queue, { type: "keep", id: "a", revision: 4 }))).toMatchObject({
      id: "a",
      revision: 4,
    });
    // As pages of earlier versions stored it.
    expect(nextEdit(reduceEdits(queue, { type: "keep", id: "a" }))).toMatchObject({ id: "a", revision: 4 });
    expect(ids(reduceEdits(queue, { type: "drop", ids: ["a"] }))).toEqual([]);
  });

  it("shows the conflict of an edit that is still on its way, while the conflict is stored", () => {
    const sent = run(code("a", "111111"), leaves("a"), code("b", "333333"));
    expect(withSending(sent.edits, "a").map(({ state }) => state)).toEqual(["sending", "waiting"]);
    const queue = run(code("a", "111111"), leaves("a"), conflict("a"));
    expect(withSending(queue.edits, "a")).toEqual(queue.edits);
  });

  it("keeps a conflict when another tab has kept ours before, and theirs has changed again", () => {
    const queue = run(code("a", "111111"), leaves("a"), conflict("a"), { type: "keep", id: "a", revision: 4 });
    const again = reduceEdits(queue, conflict("a", 6));
    expect(reduceEdits(again, { type: "keep", id: "a", revision: 4 })).toEqual(again);
    expect(nextEdit(reduceEdits(again, { type: "keep", id: "a", revision: 6 }))).toMatchObject({ revision: 6 });
  });

  it("drops a conflict when a newer edit of the field follows", () => {
    const queue = run(code("a", "111111"), leaves("a"), code("b", "333333"), conflict("a"));
    expect(queue.edits).toMatchObject([{ id: "b", state: "waiting", revision: 0 }]);
  });

  it("has one state for all edits", () => {
    expect(saveState(NO_EDITS, "offline")).toBe("saved");
    expect(saveState(run(code("a", "1")), "online")).toBe("saving");
    expect(saveState(run(code("a", "1")), "offline")).toBe("offline");
    expect(saveState(run(code("a", "1")), "signed-out")).toBe("signed-out");
  });
});

describe("edits of a result that the server does not have yet", () => {
  const added = run(put("add", makePatch.add(prediction)), put("edit", makePatch.code(1, "012345"), 0, "add"));
  const detection = { predictions: [prediction], patches: [] };
  const codes = (patches: readonly Patch[]): string[] =>
    applyPatches(detection.predictions, shownPatches({ ...detection, patches }, added).patches).map(
      (result) => result.code.value,
    );

  it("wait for it, and get the index that the server gave it", () => {
    const afterAdd = reduceEdits(reduceEdits(added, leaves("add")), saved("add", 2, [3]));
    expect(nextEdit(added)?.id).toBe("add");
    expect(nextEdit(afterAdd)).toMatchObject({ id: "edit", of: null, revision: 2, patch: makePatch.code(3, "012345") });
  });

  it("apply to it on the screen, also after another user's result was added before it", () => {
    expect(codes([])).toEqual(["", "012345"]);
    expect(codes([makePatch.add(prediction)])).toEqual(["", "", "012345"]);
  });

  it("find it when another tab has saved it meanwhile", () => {
    const delivered = run(put("add", makePatch.add(prediction)), saved("add", 2, [3]));
    const late = reduceEdits(delivered, put("late", makePatch.quantity(1, "4"), 0, "add"));
    expect(nextEdit(late)).toMatchObject({ of: null, patch: makePatch.quantity(3, "4"), revision: 2 });
  });

  it("are refused at once when it was dropped", () => {
    expect(run(put("late", makePatch.quantity(1, "4"), 0, "add")).edits).toMatchObject([{ state: "refused" }]);
  });

  it("are refused and dropped with it", () => {
    const refused = reduceEdits(added, { type: "refused", id: "add", message: "validated" });
    expect(refused.edits.map(({ state }) => state)).toEqual(["refused", "refused"]);
    expect(ids(reduceEdits(refused, { type: "drop", ids: ["add"] }))).toEqual([]);
    expect(reduceEdits(added, saved("add", 2, [null])).edits).toMatchObject([{ id: "edit", state: "refused" }]);
  });
});
