import { describe, expect, it } from "vitest";
import { EMPTY_ENTRY, type Entry, deleteDigit, isComplete, typeDigit } from "./entry.ts";

const typeAll = (digits: string, from: Entry = EMPTY_ENTRY): Entry => digits.split("").reduce(typeDigit, from);

describe("the number pad", () => {
  it("goes from the code to the quantity after six digits", () => {
    expect(typeAll("01234")).toEqual({ field: "code", code: "01234", quantity: "" });
    expect(typeAll("01234512")).toEqual({ field: "quantity", code: "012345", quantity: "12" });
  });

  it("deletes backwards across both fields", () => {
    expect(deleteDigit(typeAll("0123451"))).toEqual({ field: "quantity", code: "012345", quantity: "" });
    expect(deleteDigit(typeAll("012345"))).toEqual({ field: "code", code: "01234", quantity: "" });
    expect(deleteDigit(EMPTY_ENTRY)).toEqual(EMPTY_ENTRY);
  });

  it("takes no more digits than a value has, and is complete with two values of the right form", () => {
    expect(typeAll("0123451234567").quantity).toBe("123456");
    expect(isComplete(typeAll("0123457"))).toBe(true);
    expect(isComplete(typeAll("0123450"))).toBe(false);
    expect(isComplete(typeAll("01234"))).toBe(false);
  });
});
