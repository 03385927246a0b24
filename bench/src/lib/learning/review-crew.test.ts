import type { Example, ExampleOrigin } from "@precount/domain";
import { expect, test } from "vitest";
import { untilCorrected } from "./review-crew.ts";

const example = (i: number, code: ExampleOrigin, quantity: ExampleOrigin): Example => {
  const value = { account: "ann".padEnd(24, "0") };
  return {
    key: `image${i}/result`,
    file: `crops/${i}.jpg`,
    box: { x: 1, y: 2, width: 30, height: 20, angle: 0 },
    code: { truth: "123456", origin: code, ...value },
    quantity: { truth: "7", origin: quantity, ...value },
    writer: null,
    projectSid: "event".padEnd(24, "0"),
    modelSid: "precount0own0model000001",
  };
};

test("a crew reviews stickers until it has changed a value of enough of them", () => {
  const examples = [
    example(0, "unchanged", "unchanged"),
    example(1, "typed", "typed"),
    example(2, "unchanged", "unchanged"),
    example(3, "unchanged", "typed"),
    example(4, "unchanged", "unchanged"),
  ];
  expect(untilCorrected(examples, 1)).toHaveLength(2);
  expect(untilCorrected(examples, 2)).toHaveLength(4);
  expect(untilCorrected(examples, 3)).toHaveLength(5);
});
