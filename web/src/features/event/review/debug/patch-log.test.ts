import { type Prediction, makePatch } from "@precount/domain";
import { expect, it } from "vitest";
import { NO_EDITS, reduceEdits } from "../edit-queue.ts";
import { logLines } from "./patch-log.ts";

const added: Prediction = {
  label: "sticker",
  rect: { x: 0, y: 0, width: 10, height: 5, angle: 0 },
  confidence: 1,
  code: { value: "<script>alert(1)</script>", pattern: null },
  quantity: { value: "", pattern: null },
  values: [],
};

it("S3.08 the log shows each stored patch, then the unsaved edits", () => {
  const edit = { id: "mine", patch: makePatch.discard(3), of: null, revision: 2 };
  const lines = logLines(
    [makePatch.code(0, "012345"), makePatch.add(added)],
    reduceEdits(NO_EDITS, { type: "put", edit }),
  );
  expect(lines.map(({ place, op, path, state }) => [place, op, path, state])).toEqual([
    ["1", "replace", "/0/code/value", ""],
    ["2", "add", "/-", ""],
    ["–", "replace", "/3/discarded", "waiting"],
  ]);
  expect(lines[0]?.value).toBe('"012345"');
  expect(lines[1]?.value).toHaveLength(120);
});
