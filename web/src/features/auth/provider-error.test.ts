import { describe, expect, it } from "vitest";
import { errorInHash, errorOf } from "./provider-error.ts";

const hash = (fields: Record<string, string>): string => `#${new URLSearchParams(fields)}`;

describe("S8.05 the provider's error in the address's hash", () => {
  it("has a code and a description", () => {
    expect(errorInHash("#error=access_denied&error_description=The%20person+said+no&state=x")).toEqual({
      code: "access_denied",
      description: "The person said no",
    });
  });

  it("is unknown_error and n/a where it says nothing", () => {
    expect(errorInHash("#error=")).toEqual({ code: "unknown_error", description: "n/a" });
    expect(errorInHash("#error=%00&error_description=%20")).toEqual({ code: "unknown_error", description: "n/a" });
  });

  it("is none without the field", () => {
    for (const none of ["", "#", "#code=x&state=y", "#error_description=only"]) expect(errorInHash(none)).toBeNull();
  });

  it("is no longer than a screen, on one line, and reads the way it is written", () => {
    const long = errorInHash(hash({ error: "x".repeat(5000), error_description: "💥".repeat(5000) }));
    expect(Array.from(long?.code ?? "")).toHaveLength(65);
    expect(Array.from(long?.description ?? "")).toHaveLength(401);
    expect(errorInHash(hash({ error: "a\n\u202Eb\u0000c", error_description: "<b>1</b>\u2028\u2066x" }))).toEqual({
      code: "a b c",
      description: "<b>1</b> x",
    });
  });

  it("does not mind a broken hash", () => {
    expect(errorInHash("#error=%E0%A4%A&error_description=%")).toMatchObject({ description: "%" });
  });
});

describe("what a sign-in threw", () => {
  it("is MSAL's code and words, or unknown", () => {
    const ofMsal = Object.assign(new Error("endpoints could not be read"), { errorCode: "endpoints_resolution_error" });
    expect(errorOf(ofMsal)).toEqual({
      code: "endpoints_resolution_error",
      description: "endpoints could not be read",
    });
    expect(errorOf(new Error("Failed to fetch"))).toEqual({ code: "unknown_error", description: "Failed to fetch" });
    expect(errorOf("rubbish")).toEqual({ code: "unknown_error", description: "n/a" });
  });
});
