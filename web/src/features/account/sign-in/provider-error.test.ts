import { describe, expect, it } from "vitest";
import { errorInHash, errorOf } from "./provider-error.ts";

const hash = (fields: Record<string, string>): string => `#${new URLSearchParams(fields)}`;

describe("S8.05 the provider's error in the URL hash", () => {
  it("has a code and a description", () => {
    expect(errorInHash("#error=access_denied&error_description=The%20person+said+no&state=x")).toEqual({
      code: "access_denied",
      description: "The person said no",
    });
  });

  it("defaults to unknown_error and n/a", () => {
    expect(errorInHash("#error=")).toEqual({ code: "unknown_error", description: "n/a" });
    expect(errorInHash("#error=%00&error_description=%20")).toEqual({ code: "unknown_error", description: "n/a" });
  });

  it("is null without the error field", () => {
    for (const none of ["", "#", "#code=x&state=y", "#error_description=only"]) expect(errorInHash(none)).toBeNull();
  });

  it("is shortened to one line without invisible characters", () => {
    const long = errorInHash(hash({ error: "x".repeat(5000), error_description: "💥".repeat(5000) }));
    expect(Array.from(long?.code ?? "")).toHaveLength(65);
    expect(Array.from(long?.description ?? "")).toHaveLength(301);
    expect(errorInHash(hash({ error: "a\n\u202Eb\u0000c", error_description: "<b>1</b>\u2028\u2066x" }))).toEqual({
      code: "a b c",
      description: "<b>1</b> x",
    });
  });

  it("accepts a malformed hash", () => {
    expect(errorInHash("#error=%E0%A4%A&error_description=%")).toMatchObject({ description: "%" });
  });
});

const see = (code: string) => `${code}: See https://aka.ms/msal.js.errors#${code} for details`;
const ofMsal = (errorCode: string, message: string) => Object.assign(new Error(message), { errorCode });

describe("the error of a failed sign-in", () => {
  it("has the provider's code and message", () => {
    expect(errorOf(ofMsal("invalid_grant", "AADSTS70008: The code has expired."))).toEqual({
      code: "invalid_grant",
      description: "AADSTS70008: The code has expired.",
    });
  });

  it("replaces MSAL messages that only link to its documentation", () => {
    expect(errorOf(ofMsal("endpoints_resolution_error", see("endpoints_resolution_error")))).toEqual({
      code: "endpoints_resolution_error",
      description: "The provider could not be reached from this browser.",
    });
    expect(errorOf(ofMsal("state_mismatch", see("state_mismatch")))).toEqual({
      code: "state_mismatch",
      description: "The sign-in could not be completed.",
    });
  });

  it("defaults to unknown_error", () => {
    expect(errorOf(new Error("Failed to fetch"))).toEqual({ code: "unknown_error", description: "Failed to fetch" });
    expect(errorOf("rubbish")).toEqual({ code: "unknown_error", description: "n/a" });
  });
});
