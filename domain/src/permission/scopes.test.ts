import { describe, expect, test } from "vitest";
import { rights } from "./rights.ts";
import {
  SCOPES,
  type TokenAccess,
  actingAs,
  canCreateToken,
  createTokenInputSchema,
  scopeOf,
  scopesAllow,
} from "./scopes.ts";

const EVERY_ACCESS = [...Object.keys(rights), "signed-in", "own-account", "own-factors", "export"] as TokenAccess[]; // keys of a const object

describe("scopes of a token", () => {
  test("a token never has access to users, groups, passwords, sessions, tokens and evidence links", () => {
    expect(EVERY_ACCESS.filter((access) => scopeOf(access) === null)).toEqual([
      "report.share",
      "user.list",
      "user.create",
      "user.change",
      "group.change",
      "own-account",
      "own-factors",
    ]);
    for (const access of EVERY_ACCESS.filter((one) => scopeOf(one) === null)) {
      expect(scopesAllow(SCOPES, access)).toMatchObject({ ok: false, kind: "forbidden" });
    }
  });

  test("rights of admins require the scope admin", () => {
    const wrong = Object.entries(rights).filter(([right, roles]) => {
      const scope = scopeOf(right as TokenAccess); // a key of rights
      return (roles.length === 1) !== (scope === "admin" || scope === null);
    });
    expect(wrong).toEqual([]);
  });

  test.each(EVERY_ACCESS)("%s: requires its own scope and no other", (access) => {
    const allowed = SCOPES.filter((scope) => scopesAllow([scope], access).ok);
    const scope = scopeOf(access);
    expect(allowed).toEqual(scope === null ? [] : [scope]);
  });

  test("an admin's token acts as an admin only with that scope", () => {
    const admin = { role: "admin", name: "Grace" } as const;
    expect(actingAs(admin, ["read", "edit"])).toEqual({ role: "user", name: "Grace" });
    expect(actingAs(admin, ["admin"])).toEqual(admin);
    expect(actingAs({ role: "user" }, ["admin"])).toEqual({ role: "user" });
  });

  test("a user cannot create a token with more rights than their own", () => {
    expect(canCreateToken({ role: "user" }, ["read", "edit"]).ok).toBe(true);
    expect(canCreateToken({ role: "user" }, ["admin"])).toMatchObject({ ok: false, kind: "forbidden" });
    expect(canCreateToken({ role: "admin" }, ["admin"]).ok).toBe(true);
  });
});

test.each([
  [{ name: "till", scopes: ["export", "read", "read"], expiresInDays: 30 }, true],
  [{ name: " ", scopes: ["read"], expiresInDays: 30 }, false],
  [{ name: "till", scopes: [], expiresInDays: 30 }, false],
  [{ name: "till", scopes: ["root"], expiresInDays: 30 }, false],
  [{ name: "till", scopes: ["read"], expiresInDays: 366 }, false],
  [{ name: "till", scopes: ["read"], expiresInDays: 0 }, false],
  [{ name: "till", scopes: ["read"], expiresInDays: 1.5 }, false],
])("a token %j: %s", (input, ok) => {
  const parsed = createTokenInputSchema.safeParse(input);
  expect(parsed.success).toBe(ok);
  expect(parsed.data?.scopes ?? ["read", "export"]).toEqual(["read", "export"]);
});
