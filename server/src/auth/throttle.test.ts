import { describe, expect, it } from "vitest";
import { SignInThrottle } from "./throttle.ts";

const MINUTE_MS = 60_000;

describe("the sign-in throttle", () => {
  it("lets ten attempts at an account through, then none for fifteen minutes", () => {
    const throttle = new SignInThrottle();
    for (let n = 0; n < 10; n++) throttle.begin("ada@precount.test", "10.0.0.1", n);
    expect(() => throttle.begin("ADA@precount.test", "10.0.0.1", 14.5 * MINUTE_MS)).toThrow(
      "Too many failed sign-ins. Please try again in 1 minute.",
    );
    expect(() => throttle.begin("grace@precount.test", "10.0.0.1", MINUTE_MS)).not.toThrow();
    expect(() => throttle.begin("ada@precount.test", "10.0.0.2", MINUTE_MS)).not.toThrow();
    expect(() => throttle.begin("ada@precount.test", "10.0.0.1", 15 * MINUTE_MS)).not.toThrow();
  });

  it("forgets an account's failures when its person gets in", () => {
    const throttle = new SignInThrottle();
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 9; n++) throttle.begin("ada@precount.test", "10.0.0.1", 0);
      throttle.succeeded("ada@precount.test", "10.0.0.1");
    }
    expect(() => throttle.begin("ada@precount.test", "10.0.0.1", 0)).not.toThrow();
  });

  it("stops an address that tries a hundred accounts", () => {
    const throttle = new SignInThrottle();
    for (let n = 0; n < 100; n++) throttle.begin(`person-${n}@precount.test`, "10.0.0.1", 0);
    expect(() => throttle.begin("one-more@precount.test", "10.0.0.1", 0)).toThrow("Please try again in 15 minutes.");
  });
});
