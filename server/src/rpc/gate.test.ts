import { AUDIT_SENTENCES, READ_SENTENCES, rights } from "@precount/domain";
import type { inferRouterOutputs } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { AUDITED_CALLS } from "./audited-calls.ts";
import { type AppRouter, appRouter } from "./router.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** tRPC stores its procedures under this name, with loose types. The test needs all that exist at run time. */
const DEFINITION = "_def";
type Definition = { type: "query" | "mutation"; meta?: { access?: string } };

/** Every procedure with its path and declared access. */
const procedures = Object.entries(appRouter[DEFINITION].procedures).map(([path, procedure]) => ({
  path,
  // See DEFINITION.
  def: (procedure as unknown as Record<typeof DEFINITION, Definition>)[DEFINITION],
}));
const OPEN_TO_ALL = [
  "evidence.fetchRows",
  "evidence.getReport",
  "evidence.getSticker",
  "evidence.open",
  "meta.version",
  "user.beginPasskeyLogin",
  "user.login",
  "user.logout",
  "user.msLogin",
  "user.msNonce",
  "user.passkeyLogin",
  "user.resetPassword",
  "user.signInOptions",
  "user.verifySecondFactor",
];

const call = (path: string, type: "query" | "mutation", headers: Record<string, string> = {}) =>
  api.inject(
    type === "query"
      ? { url: `/trpc/${path}`, headers }
      : { method: "POST", url: `/trpc/${path}`, payload: {}, headers },
  );

describe("the access table of procedures", () => {
  it("has an entry for every procedure", () => {
    const known = new Set(["public", "signed-in", "own-account", "own-factors", ...Object.keys(rights)]);
    const without = procedures.filter(({ def }) => !known.has(def.meta?.access ?? "")).map(({ path }) => path);
    expect(procedures.length).toBeGreaterThan(15);
    expect(without).toEqual([]);
  });

  it("has an audit kind for every mutation", () => {
    const mutations = procedures.filter(({ def }) => def.type === "mutation").map(({ path }) => path);
    expect(Object.keys(AUDITED_CALLS).toSorted()).toEqual(mutations.toSorted());
    const named = Object.values(AUDITED_CALLS).filter((kind) => kind !== null);
    expect(named.length).toBeGreaterThan(40);
  });

  it("PD-147 has a sentence for every audited call", () => {
    const without = Object.entries(AUDITED_CALLS).filter(([path, kind]) => kind !== null && !(path in AUDIT_SENTENCES));
    expect(without).toEqual([]);
  });

  it("PD-147 has a sentence for every refused read", () => {
    const reads = procedures.filter(({ path, def }) => def.type !== "mutation" || AUDITED_CALLS[path] === null);
    const areas = new Set(
      reads.filter(({ path }) => !OPEN_TO_ALL.includes(path)).map(({ path }) => path.split(".")[0] ?? ""),
    );
    expect([...areas].filter((area) => !(area in READ_SENTENCES))).toEqual([]);
  });

  it("is open only for calls before a session exists", () => {
    const open = procedures.filter(({ def }) => def.meta?.access === "public").map(({ path }) => path);
    expect(open.toSorted((a, b) => a.localeCompare(b))).toEqual(OPEN_TO_ALL);
  });

  it.each(procedures.filter(({ path }) => !OPEN_TO_ALL.includes(path)))(
    "S6.06 $path answers UNAUTHORIZED without a session, for any input",
    async ({ path, def }) => {
      const response = await call(path, def.type);
      expect(response.statusCode).toBe(401);
      expect(response.json().error.data.code).toBe("UNAUTHORIZED");
    },
  );

  it.each(procedures.filter(({ def }) => isAdminsOnly(def.meta?.access)))(
    "S6.03 $path answers FORBIDDEN to a regular user",
    async ({ path, def }) => {
      const user = await api.signIn();
      const response = await call(path, def.type, user.headers);
      expect(response.statusCode).toBe(403);
      expect(response.json().error.message).toBe("Only an admin may do this.");
    },
  );
});

function isAdminsOnly(access: string | undefined): boolean {
  const roles = Object.entries(rights).find(([right]) => right === access)?.[1];
  return roles?.join() === "admin";
}

type Outputs = inferRouterOutputs<AppRouter>;
type IsAny<T> = 0 extends 1 & T ? true : false;
/** Paths of procedures with the output type `any`: there must be none, because the web's types would be unchecked. */
type AnyOutputs = {
  [F in keyof Outputs]: { [P in keyof Outputs[F]]: IsAny<Outputs[F][P]> extends true ? P : never }[keyof Outputs[F]];
}[keyof Outputs];

describe("AppRouter's types", () => {
  it("have no output of type any", () => {
    expectTypeOf<AnyOutputs>().toEqualTypeOf<never>();
    expectTypeOf<Outputs["user"]["getAuthUser"]["role"]>().toEqualTypeOf<"user" | "admin">();
  });
});
