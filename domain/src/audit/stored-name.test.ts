import { expect, test } from "vitest";
import { storedName } from "./stored-name.ts";

test.each([
  ["project.deleteProject", { name: "Spring" }, "Spring"],
  ["destination.createDestination", { name: "Nightly export", settings: {} }, "Nightly export"],
  // Entries of older versions and of several areas.
  ["project.deleteProject", {}, null],
  ["area.createRange", { changed: "area", count: 12 }, null],
  // The name of the person who accepts the report.
  ["report.accept", { name: "Bob" }, null],
])("PD-147 the stored name of the subject of %s with %o is %s", (action, details, name) => {
  expect(storedName({ action, details })).toBe(name);
});
