import { type Patch, applyPatches, makePatch, toPrediction } from "@precount/domain";
import { expect, it } from "vitest";
import { resultDisplay } from "./status-display.tsx";

const doubtful = toPrediction(
  {
    label: "sticker",
    rect: { x: 0, y: 0, width: 300, height: 150, angle: 0 },
    confidence: 0.9,
    code: { value: "131005", confidence: 0.3 },
    quantity: { value: "12", confidence: 0.9 },
  },
  { codeConfidenceThreshold: 0.7, quantityConfidenceThreshold: 0.4 },
);

it.each<[string, Patch[], { title: string; tooltip?: string; short: string }]>([
  ["a doubtful result", [], { title: "Doubtful", short: "Doubtful" }],
  [
    "PD-70: a confirmation",
    [makePatch.code(0, "131005")],
    { title: "Confirmed", tooltip: "A person typed the value that the model had read", short: "Confirmed" },
  ],
  [
    "PD-70: a change",
    [makePatch.code(0, "131006")],
    { title: "Changed (was 131005)", tooltip: "was 131005", short: "Changed" },
  ],
  [
    "a discarded result",
    [makePatch.code(0, "131005"), makePatch.discard(0)],
    { title: "Discarded", short: "Discarded" },
  ],
])("shows the status of %s", (_name, patches, { short, ...expected }) => {
  const [result] = applyPatches([doubtful], patches);
  if (result === undefined) throw new Error("The prediction has no result.");
  expect(resultDisplay(result)).toMatchObject(expected);
  expect(resultDisplay(result, true).title).toBe(short);
});
