import { describe, expect, test } from "vitest";
import { PROJECT_STATUSES } from "../project/project.ts";
import { ROLES } from "../user/user.ts";
import { pairs } from "../testing/matrix.ts";
import { type Right, canSeeProject, may, rights } from "./rights.ts";

const all = Object.keys(rights) as Right[]; // keys of a const object
const admin = { role: "admin" } as const;
const user = { role: "user" } as const;

describe("S6.01 S6.02 S6.03 S6.07 role × right", () => {
  const adminsOnly = new Set<Right>([
    "project.create",
    "project.activate",
    "project.delete",
    "project.archive",
    "project.recover",
    "project.see-preview",
    "project.see-every-group",
    "item.import",
    "report.share",
    "model.list",
    "model.change",
    "model.see-preview",
    "learning.manage",
    "user.list",
    "user.create",
    "user.change",
    "group.change",
    "destination.change",
    "audit.see",
    "server.see",
  ]);
  test.each(pairs(ROLES, all))("%s: %s", (role, right) => {
    const isForbidden = role !== "admin" && adminsOnly.has(right);
    expect(may({ role }, right)).toMatchObject(isForbidden ? { ok: false, kind: "forbidden" } : { ok: true });
  });
});

describe("S4.01 S6.04 S6.05 visibility of an event", () => {
  test.each(PROJECT_STATUSES)("%s", (status) => {
    const north = { role: "user", groups: ["everyone", "north"] } as const;
    expect(canSeeProject(admin, { status, groups: [] })).toBe(true);
    expect(canSeeProject(user, { status, groups: "any" })).toBe(status !== "preview");
    expect(canSeeProject(north, { status, groups: ["south", "north"] })).toBe(status !== "preview");
    expect(canSeeProject(north, { status, groups: ["south"] })).toBe(false);
    expect(canSeeProject(north, { status, groups: [] })).toBe(false);
    expect(canSeeProject(user, { status, groups: ["everyone"] })).toBe(false);
  });
  test("an archived preview stays hidden", () => {
    expect(canSeeProject(user, { status: "archived", statusBeforeArchive: "preview", groups: "any" })).toBe(false);
    expect(canSeeProject(admin, { status: "archived", statusBeforeArchive: "preview", groups: "any" })).toBe(true);
    expect(canSeeProject(user, { status: "archived", statusBeforeArchive: "completed", groups: "any" })).toBe(true);
  });
});
