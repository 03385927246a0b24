import { expect, it } from "vitest";
import { describeItem } from "./describe-item.ts";

const item = {
  code: "012345",
  description: "Green tea",
  department: null,
  unitPrice: 1.5,
  packSize: 6,
  expectedQuantity: null,
  lastQuantity: null,
  active: true,
};

it("names description, price and pack size, and that an item is inactive", () => {
  expect(describeItem(item)).toBe("Green tea · 1.50 · pack of 6");
  expect(describeItem({ ...item, description: null, unitPrice: null, packSize: null, active: false })).toBe(
    "No description · inactive",
  );
});
