import { expect, it } from "vitest";
import { newFactorName } from "./new-factor-name.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));

it("PD-113 proposes a name that no other second factor has", () => {
  expect(newFactorName("Passkey 11/29/2026", named("Phone"))).toBe("Passkey 11/29/2026");
  expect(newFactorName("Phone", named("Phone"))).toBe("Phone (2)");
  expect(newFactorName("Phone", named("Phone", "Phone (2)"))).toBe("Phone (3)");
});
