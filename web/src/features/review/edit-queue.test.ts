import { makePatch } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { type EditEvent, NO_EDITS, editOf, nextBatch, reduceEdits, saveState, unsavedPatches } from "./edit-queue.ts";

const put = (index: number, value: string): EditEvent => ({ type: "put", patch: makePatch.quantity(index, value) });
const run = (...events: EditEvent[]): ReturnType<typeof reduceEdits> => events.reduce(reduceEdits, NO_EDITS);

describe("edit queue", () => {
  it("sends everything that waits in one batch, one batch at a time", () => {
    const queue = run(put(0, "1"), put(1, "2"));
    expect(nextBatch(queue)).toHaveLength(2);
    expect(nextBatch(reduceEdits(queue, { type: "send" }))).toEqual([]);
  });

  it("keeps only the last of several edits of one field that have not left", () => {
    expect(nextBatch(run(put(0, "1"), put(0, "12")))).toEqual([makePatch.quantity(0, "12")]);
  });

  it("sends an edit made while an older one is on its way, afterwards", () => {
    const queue = run(put(0, "1"), { type: "send" }, put(0, "12"));
    expect(unsavedPatches(queue)).toEqual([makePatch.quantity(0, "1"), makePatch.quantity(0, "12")]);
    expect(nextBatch(reduceEdits(queue, { type: "saved" }))).toEqual([makePatch.quantity(0, "12")]);
  });

  it("loses nothing to an error: the value stays, says why, and can be sent again", () => {
    const failed = run(put(0, "7"), { type: "send" }, { type: "failed", message: "The database is away." });
    expect(unsavedPatches(failed)).toEqual([makePatch.quantity(0, "7")]);
    expect(editOf(failed, "/0/quantity/value")).toMatchObject({ state: "failed", message: "The database is away." });
    expect(saveState(failed)).toBe("failed");
    expect(nextBatch(failed)).toEqual([]);
    expect(nextBatch(reduceEdits(failed, { type: "retry" }))).toEqual([makePatch.quantity(0, "7")]);
  });

  it("replaces a failed edit by a newer one of the same field", () => {
    const queue = run(put(0, "7"), { type: "send" }, { type: "failed", message: "no" }, put(0, "8"));
    expect(unsavedPatches(queue)).toEqual([makePatch.quantity(0, "8")]);
    expect(saveState(queue)).toBe("saving");
  });

  it("is saved when everything is", () => {
    const queue = run(put(0, "7"), { type: "send" }, { type: "saved" });
    expect(saveState(queue)).toBe("saved");
    expect(unsavedPatches(queue)).toEqual([]);
    expect(editOf(queue, "/0/quantity/value")?.state).toBe("saved");
  });
});
