import { describe, expect, test } from "vitest";
import { allow } from "../common/outcome.ts";
import { ROLES } from "../user/user.ts";
import { pairs, reasonOf } from "../testing/matrix.ts";
import { type ProjectAction, type ProjectState, primaryAction, projectCan } from "./can.ts";
import { PROJECT_STATUSES, type ProjectStatus } from "./project.ts";

const actions = Object.keys(projectCan) as ProjectAction[]; // keys of a const object
const project = (status: ProjectStatus, total = 2, settled = 2, more = {}): ProjectState => ({
  status,
  isArchived: status === "archived",
  images: { total, settled, undecided: 0, withoutArea: 0, ...more },
});

/** Spec §4 with PD-5 to PD-7 and PD-12, for an event whose two photos are settled. */
const ALLOWED: Readonly<Record<ProjectStatus, readonly ProjectAction[]>> = {
  preview: ["activate", "analyze", "archive", "changeSettings", "complete", "discard", "upload"],
  active: ["analyze", "archive", "changeSettings", "complete", "discard", "upload"],
  completed: ["archive", "reopen"],
  discarded: ["archive", "reopen"],
  archived: ["recover"],
};
const adminsOnly: ReadonlySet<ProjectAction> = new Set(["activate", "archive", "delete", "recover"]);

describe("S4.02 S4.03 S4.04 S4.05 S4.06 S4.08 S4.09 S6.03 status × action × role", () => {
  test.each(pairs(PROJECT_STATUSES, pairs(actions, ROLES)))("%s, %j", (status, [action, role]) => {
    const forbidden = { ok: false, kind: "forbidden", reason: "Only an admin may do this." };
    const wrongState: unknown = { ok: false, reason: expect.stringMatching(/^This event /) };
    const expected = ALLOWED[status].includes(action) ? allow : wrongState;
    expect(projectCan[action](project(status), { role })).toEqual(
      role !== "admin" && adminsOnly.has(action) ? forbidden : expected,
    );
  });
});

const whyNotComplete = (total: number, settled: number, more = {}) =>
  reasonOf(projectCan.complete(project("active", total, settled, more), { role: "user" }));

test("S4.04 Complete requires photos that are all approved or rejected", () => {
  expect(whyNotComplete(0, 0)).toBe("This event has no photos yet.");
  expect(whyNotComplete(3, 2)).toBe("1 image still to approve or reject.");
  expect(whyNotComplete(3, 0)).toBe("3 images still to approve or reject.");
  expect(whyNotComplete(3, 3)).toBeNull();
});

test("PD-67: undecided photos block Complete, photos without an area do not (PD-69)", () => {
  expect(whyNotComplete(3, 3, { undecided: 1 })).toBe("1 photo needs a decision: count it or not.");
  expect(whyNotComplete(3, 3, { undecided: 2 })).toBe("2 photos need a decision: count them or not.");
  expect(whyNotComplete(3, 2, { undecided: 2 })).toBe("1 image still to approve or reject.");
  expect(whyNotComplete(3, 3, { withoutArea: 2 })).toBeNull();
});

test.each(PROJECT_STATUSES)("S4.07 deleting a %s event requires an admin and no photos", (status) => {
  expect(projectCan.delete(project(status, 0, 0), { role: "admin" }).ok).toBe(true);
  expect(projectCan.delete(project(status, 0, 0), { role: "user" })).toMatchObject({ kind: "forbidden" });
  expect(reasonOf(projectCan.delete(project(status, 1, 1), { role: "admin" }))).toBe(
    "This event has 1 photo: only an event without photos can be deleted.",
  );
});

test("S4.04 S4.05 S4.06 PD-68: the primary button is Complete while open, else Reopen, else Recover", () => {
  expect(primaryAction(project("active"))).toBe("complete");
  expect(primaryAction(project("preview"))).toBe("complete");
  expect(primaryAction(project("active", 2, 1))).toBe("complete");
  expect(primaryAction(project("active", 0, 0))).toBe("complete");
  expect(primaryAction(project("completed"))).toBe("reopen");
  expect(primaryAction(project("discarded"))).toBe("reopen");
  expect(primaryAction(project("archived"))).toBe("recover");
});
