import { afterEach, describe, expect, it, vi } from "vitest";
import type { RpcContext } from "./context.ts";
import { publicProcedure, router } from "./gate.ts";

/** A mutation under the name of an audited one, which records no entry. */
const unaudited = router({ user: { login: publicProcedure.mutation(() => "done") } });
const logError = vi.fn<(facts: object, message: string) => void>();
// The only parts that the gate uses.
const context = {
  request: { ip: "127.0.0.1" },
  log: { error: logError },
  countCall: () => undefined,
} as unknown as RpcContext;
const callIt = (): Promise<string> => unaudited.createCaller(context).user.login();

afterEach(() => {
  vi.unstubAllEnvs();
  logError.mockClear();
});

describe("a mutation that records no audit entry", () => {
  it.each(["test", "development"])("fails with NODE_ENV=%s", async (environment) => {
    vi.stubEnv("NODE_ENV", environment);
    await expect(callIt()).rejects.toThrow("user.login has changed data without an audit entry");
    expect(logError).not.toHaveBeenCalled();
  });

  it.each(["production", undefined])("succeeds and logs an error with NODE_ENV=%s", async (environment) => {
    vi.stubEnv("NODE_ENV", environment);
    await expect(callIt()).resolves.toBe("done");
    expect(logError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ path: "user.login" }),
      "a mutation has recorded no audit entry",
    );
  });
});
