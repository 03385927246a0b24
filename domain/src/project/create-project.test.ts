import { describe, expect, test } from "vitest";
import { createProjectInputSchema } from "./create-project.ts";
import { projectSettingsInputSchema, storeNumberSchema } from "./project.ts";

const LIST = "l".repeat(24);
const MODEL = "m".repeat(24);
const EARLIER = "e".repeat(24);
const GROUP = "g".repeat(24);
const messagesOf = (input: object) =>
  createProjectInputSchema.safeParse({ name: "Spring", ...input }).error?.issues.map(({ message }) => message);

describe("PD-175 a new event with options", () => {
  test("takes each option", () => {
    const input = {
      name: "Spring",
      slug: "spring",
      preview: true,
      groups: [GROUP],
      storeNumber: "0042",
      areas: { from: 7, to: 19 },
      itemList: LIST,
      model: MODEL,
      previousEvent: EARLIER,
    };
    expect(createProjectInputSchema.parse(input)).toEqual(input);
  });

  test("needs none of them: null and a missing field mean the same", () => {
    const none = { storeNumber: null, areas: null, itemList: null, model: null, previousEvent: null };
    expect(messagesOf(none)).toBeUndefined();
    expect(createProjectInputSchema.parse({ name: "Spring" })).toEqual({ name: "Spring", preview: false });
  });

  test.each([
    [{ areas: { from: 9, to: 3 } }, "Areas finish should be grater then area start"],
    [{ areas: { to: 3 } }, "Please enter area start"],
    [{ areas: { from: 1, to: 5001 } }, "At most 5000 areas at a time"],
    [{ itemList: "x" }, "Invalid cuid2 format"],
    [{ model: "x" }, "Invalid cuid2 format"],
    [{ previousEvent: "spring" }, "Invalid cuid2 format"],
    [{ groups: ["x"] }, "Invalid cuid2 format"],
    [{ storeNumber: "x".repeat(65) }, "Store number must be no more than 64 characters long"],
  ])("refuses %j", (input, message) => {
    expect(messagesOf(input)).toEqual([message]);
  });
});

describe("PD-175 store number", () => {
  test.each([
    ["0042", "0042"],
    [" 117 B ", "117 B"],
    ["x".repeat(64), "x".repeat(64)],
    ["  ", null],
    [null, null],
  ])("%j is stored as %j", (text, stored) => {
    expect(storeNumberSchema.parse(text)).toBe(stored);
  });
  test.each(["42\n43", "4\u00002", "42\u202E", "\u20664", "42\u202843"])("refuses %j", (text) => {
    expect(storeNumberSchema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      "Store number must not contain control characters",
    ]);
  });
  test("settings without store number and model leave both as they are; null removes them", () => {
    const rotation = { defaultRotation: "none" };
    expect(projectSettingsInputSchema.parse(rotation)).not.toHaveProperty("storeNumber");
    expect(projectSettingsInputSchema.parse(rotation)).not.toHaveProperty("model");
    const removed = { ...rotation, storeNumber: "", model: null };
    expect(projectSettingsInputSchema.parse(removed)).toMatchObject({ storeNumber: null, model: null });
  });
});
