import { expect, test } from "vitest";
import {
  CONFIRM,
  MESSAGES,
  SUCCESS,
  UNKNOWN_PROVIDER_ERROR,
  analysisCompleted,
  fileUploadFailed,
  fileUploaded,
  mutationFailed,
  providerLogin,
  providerLoginFailed,
  stickerRecognitionFailed,
} from "./messages.ts";

// A second copy of the specification's texts: a changed text fails here.

test("S8.12 success messages", () => {
  expect(Object.values(SUCCESS)).toEqual([
    "Login successful, welcome back",
    "You have been properly logged out",
    "User created successfully",
    "Password reset successful",
    ...["created", "discarded", "archived", "reopened", "recovered", "deleted", "completed", "activated"].map(
      (done) => `Project successfully ${done}`,
    ),
    "Project analyze successfully queued",
    "Project settings successfully updated",
    ...["rotated", "rejected", "recovered"].map((done) => `Image successfully ${done}`),
    ...["selected", "deleted", "validated", "invalidated"].map((done) => `Image Detection has been ${done}`),
    "Image detection properly generated",
    "Patches successfully saved",
    "Patches successfully pulled",
    "Area successfully voided",
    "Area successfully deleted",
    "Task created successfully",
  ]);
  expect(analysisCompleted("1s 20ms")).toBe("Analysis completed in 1s 20ms");
  expect(providerLogin("Microsoft")).toBe("Microsoft login successful, welcome back");
});

test("S8.10 confirmation prompts", () => {
  expect(Object.values(CONFIRM)).toEqual([
    ...["delete", "archive", "recover", "reopen", "discard", "complete"].map(
      (verb) => `Are you sure to ${verb} this project?`,
    ),
    "Are you sure to void this area?",
    "Are you sure to delete this area?",
  ]);
});

test("S2.29 S2.45 S5.11 S5.12 S5.17 S8.02 S8.04 S8.09 S8.11 S8.13 notices, warnings and errors, also of area ranges and analyses", () => {
  expect(Object.values(MESSAGES).toSorted()).toEqual([
    "0 Areas created",
    "0 Areas voided",
    "Error",
    "Invalid form values",
    "Invalid token",
    "No documents attached",
    "Password reset token has expired",
    "Please select a model",
    "Please select a model first!",
    "Something went wrong",
    "Sorry, something went wrong.",
    "Sorry, the page you visited does not exist.",
    "The server encountered an error!",
    "There was an error",
    "This will queue new inferences using the chosen model for all images in the project. This may take a while.",
  ]);
});

test("S8.01 S8.05 S8.07 S8.08 messages with parameters", () => {
  expect(mutationFailed("No")).toBe("Error: No");
  expect(fileUploaded("a.jpg")).toBe("a.jpg file uploaded successfully.");
  expect(fileUploadFailed("a.jpg")).toBe("a.jpg file upload failed.");
  expect(stickerRecognitionFailed("no")).toBe("Failed to recognize sticker text with error: no");
  expect(providerLoginFailed("Microsoft")).toBe("There was an error logging in via Microsoft");
  expect(UNKNOWN_PROVIDER_ERROR).toEqual({ code: "unknown_error", description: "n/a" });
});
