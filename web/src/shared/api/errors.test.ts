import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { errorMessage } from "./errors.ts";
import { formErrorText } from "../uploads/send-form.ts";

const answered = (code: string, message: string): unknown =>
  TRPCClientError.from({ error: { code: -32_603, message, data: { code, requestId: "4f1d90aa32b7c655" } } });

it("an internal error message names its error id, a refusal does not", () => {
  expect(errorMessage(answered("INTERNAL_SERVER_ERROR", "The server encountered an error!"))).toBe(
    "The server encountered an error! (error id 4f1d90aa32b7c655)",
  );
  expect(errorMessage(answered("CONFLICT", "Somebody else changed this value."))).toBe(
    "Somebody else changed this value.",
  );
  const failed = { code: "INTERNAL_SERVER_ERROR", message: "Oh.", requestId: "4f1d90aa32b7c655" };
  expect(formErrorText(JSON.stringify(failed))).toBe("Oh. (error id 4f1d90aa32b7c655)");
  expect(formErrorText(JSON.stringify({ code: "NOT_FOUND", message: "Gone." }))).toBe("Gone.");
});
