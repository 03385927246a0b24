import { describe, expect, test } from "vitest";
import { userCan } from "./can.ts";

const admin = { sid: "a", role: "admin" as const };
const user = { sid: "u", role: "user" as const };
const account = (given: object = {}) => ({
  sid: "x",
  role: "user" as const,
  isBlocked: false,
  otherAdmins: 1,
  ...given,
});
const LAST = account({ role: "admin", otherAdmins: 0 });
const reason = (outcome: { ok: boolean; reason?: string }) => (outcome.ok ? "allowed" : outcome.reason);

describe("S6.01 actions of an admin on an account", () => {
  test("are refused for users", () => {
    const asked = [
      userCan.block(account(), user),
      userCan.unblock(account({ isBlocked: true }), user),
      userCan.setRole(account(), "admin", user),
      userCan.makeLink(account(), user),
    ];
    for (const outcome of asked) expect(outcome).toMatchObject({ ok: false, kind: "forbidden" });
  });

  test.each([
    [account(), "allowed"],
    [account({ isBlocked: true }), "This user is already blocked."],
    [account({ sid: "a", role: "admin" }), "You cannot block yourself."],
    [LAST, "This is the last admin. Make someone else an admin first."],
    [account({ role: "admin" }), "allowed"],
  ])("block %j: %s", (given, expected) => expect(reason(userCan.block(given, admin))).toBe(expected));

  test.each([
    [account(), "This user is not blocked."],
    [account({ isBlocked: true }), "allowed"],
  ])("unblock %j: %s", (given, expected) => expect(reason(userCan.unblock(given, admin))).toBe(expected));

  test.each([
    [account(), "admin", "allowed"],
    [account(), "user", "This user is already a regular user."],
    [account({ role: "admin" }), "user", "allowed"],
    [account({ role: "admin" }), "admin", "This user is already an admin."],
    [account({ role: "admin", isBlocked: true, otherAdmins: 0 }), "user", "allowed"],
    [LAST, "user", "This is the last admin. Make someone else an admin first."],
    [account({ sid: "a", role: "admin" }), "user", "You cannot change your own role."],
  ] as const)("role of %j to %s: %s", (given, role, expected) =>
    expect(reason(userCan.setRole(given, role, admin))).toBe(expected),
  );

  test("refuses a link for a blocked user", () => {
    expect(userCan.makeLink(account(), admin).ok).toBe(true);
    expect(reason(userCan.makeLink(account({ isBlocked: true }), admin))).toBe(
      "This user is blocked. Unblock the user first.",
    );
  });
});
