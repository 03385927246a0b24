import * as fc from "fast-check";
import { expect, it } from "vitest";
import { SelectionEcho } from "./selection-echo.ts";

const index = fc.option(fc.nat(5));

it("recognizes its own writes when the router delivers them in order and skips some", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(index, fc.boolean()), { minLength: 1 }), (writes) => {
      const echo = new SelectionEcho();
      for (const [value] of writes) echo.write(value);
      const delivered = writes.filter(([, isDelivered]) => isDelivered).map(([value]) => value);
      // The router reports a value only when it differs from the last one.
      const changes = delivered.filter((value, at) => value !== delivered[at - 1]);
      expect(changes.every((value) => echo.isOwn(value))).toBe(true);
    }),
  );
});

it("does not recognize a value from elsewhere, and starts over after it", () => {
  const echo = new SelectionEcho();
  echo.write(1);
  expect(echo.isOwn(7)).toBe(false);
  expect(echo.isOwn(1)).toBe(false);
});
