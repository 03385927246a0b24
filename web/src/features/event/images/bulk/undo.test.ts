import { describe, expect, it } from "vitest";
import { undoOf } from "./undo.ts";

const statusDate = "2026-11-21T05:40:00.000Z";
const detection = { sid: "d", revision: 3 };
const done = [{ sid: "i", name: "0412.jpg", statusDate, detection }];

describe("the undo of a bulk action", () => {
  it("rejecting and recovering undo each other for images that have not changed since", () => {
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
  it("a validation is unlocked if the detection has not changed since", () => {
    const images = [{ sid: "i", statusDate, detection }];
    expect(undoOf({ verb: "validate" }, done)).toEqual({ verb: "invalidate", images, isUndo: true });
  });
  it("detections, undos and actions without a result cannot be undone", () => {
    expect(undoOf({ verb: "detect" }, done)).toBeNull();
    expect(undoOf({ verb: "recover", isUndo: true }, done)).toBeNull();
    expect(undoOf({ verb: "reject" }, [])).toBeNull();
  });
});
