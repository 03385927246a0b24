import { afterEach, expect, it, vi } from "vitest";
import { focusFirstField } from "./focus-first-field.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["focuses the first field when a dialog has opened", false, 1],
  ["leaves the focus in the field in which the user already types", true, 0],
])("%s", (_title, isInField, calls) => {
  vi.stubGlobal("document", { activeElement: { matches: () => isInField } });
  const focus = vi.fn<() => void>();
  focusFirstField(focus);
  expect(focus).toHaveBeenCalledTimes(calls);
});
