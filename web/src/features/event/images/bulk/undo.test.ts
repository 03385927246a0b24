import { describe, expect, it } from "vitest";
import { undoOf } from "./undo.ts";

const statusDate = "2026-11-21T05:40:00.000Z";
const detection = { sid: "d", revision: 3 };
const done = [{ sid: "i", name: "0412.jpg", statusDate, detection }];

describe("what takes a bulk action back", () => {
  it("rejecting and recovering are each other's, only of images that nothing has happened to since", () => {
    expect(undoOf({ verb: "reject" }, done)).toEqual({
      verb: "recover",
      images: [{ sid: "i", statusDate }],
      isUndo: true,
    });
    expect(undoOf({ verb: "recover" }, done)).toEqual({
      verb: "reject",
      images: [{ sid: "i", statusDate }],
      isUndo: true,
    });
  });
  it("a validation is unlocked while the detection is as it was left", () => {
    const images = [{ sid: "i", statusDate, detection }];
    expect(undoOf({ verb: "validate" }, done)).toEqual({ verb: "invalidate", images, isUndo: true });
  });
  it("what is queued is cancelled in the queue; an undo, and nothing, have none", () => {
    expect(undoOf({ verb: "detect" }, done)).toBeNull();
    expect(undoOf({ verb: "recover", isUndo: true }, done)).toBeNull();
    expect(undoOf({ verb: "reject" }, [])).toBeNull();
  });
});
