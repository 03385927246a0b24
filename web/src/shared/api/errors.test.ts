import { TRPCClientError } from "@trpc/client";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { describe, expect, it } from "vitest";
import { errorMessage, statusText } from "./errors.ts";
import { formErrorText } from "../uploads/send-form.ts";

const answered = (code: string, message: string): unknown =>
  TRPCClientError.from({ error: { code: -32_603, message, data: { code, requestId: "4f1d90aa32b7c655" } } });

it("an internal error message names its error id, a refusal does not", () => {
  expect(errorMessage(answered("INTERNAL_SERVER_ERROR", "The server encountered an error!"))).toBe(
    "The server encountered an error! (error id 4f1d90aa32b7c655)",
  );
  expect(errorMessage(answered("CONFLICT", "Another user changed this value."))).toBe(
    "Another user changed this value.",
  );
  const failed = { code: "INTERNAL_SERVER_ERROR", message: "Oh.", requestId: "4f1d90aa32b7c655" };
  expect(formErrorText(JSON.stringify(failed))).toBe("Oh. (error id 4f1d90aa32b7c655)");
  expect(formErrorText(JSON.stringify({ code: "NOT_FOUND", message: "Gone." }))).toBe("Gone.");
});

describe("S2.29 the title of the error page", () => {
  it.each([
    ["SERVICE_UNAVAILABLE", "Service Unavailable"],
    ["GATEWAY_TIMEOUT", "Gateway Timeout"],
    ["TIMEOUT", "Request Timeout"],
    ["PAYLOAD_TOO_LARGE", "Payload Too Large"],
    ["UNPROCESSABLE_CONTENT", "Unprocessable Content"],
    ["TOO_MANY_REQUESTS", "Too Many Requests"],
    ["UNSUPPORTED_MEDIA_TYPE", "Unsupported Media Type"],
    ["METHOD_NOT_SUPPORTED", "Method Not Allowed"],
    ["BAD_GATEWAY", "Bad Gateway"],
    ["INTERNAL_SERVER_ERROR", "Internal Server Error"],
    ["FORBIDDEN", "Forbidden"],
    ["CONFLICT", "Conflict"],
  ])("of %s is %s", (code, title) => {
    expect(statusText(answered(code, "Why."))).toBe(title);
  });

  it("exists for every code", () => {
    const untitled = Object.keys(TRPC_ERROR_CODES_BY_KEY).filter(
      (code) => statusText(answered(code, "Why.")) === "There was an error",
    );
    expect(untitled).toEqual([]);
  });

  it.each([
    [502, "Bad Gateway"],
    [503, "Service Unavailable"],
    [504, "Gateway Timeout"],
    [413, "Payload Too Large"],
  ])("of a proxy's answer with status %i is %s", (status, title) => {
    const response = new Response("<html>", { status });
    expect(statusText(TRPCClientError.from(new SyntaxError("Unexpected token"), { meta: { response } }))).toBe(title);
  });

  it("is general for errors that are no answers", () => {
    expect(statusText(new Error("undefined is not a function"))).toBe("There was an error");
    expect(statusText(TRPCClientError.from(new TypeError("Failed to fetch")))).toBe("There was an error");
  });
});
