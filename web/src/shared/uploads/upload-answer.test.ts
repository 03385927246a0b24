import { describe, expect, it } from "vitest";
import { readUploadAnswer } from "./upload-answer.ts";

describe("readUploadAnswer", () => {
  it.each([
    [
      200,
      { images: [{ sid: "a", name: "a.jpg", sha256: "f0", duplicate: false }], errors: [] },
      { ok: true, imageSid: "a", sha256: "f0", duplicate: null },
    ],
    [
      200,
      { images: [{ sid: "a", name: "a.jpg", sha256: "f0", duplicate: true }], errors: [] },
      { ok: true, imageSid: "a", sha256: "f0", duplicate: "already in this event" },
    ],
    [
      200,
      { images: [{ sid: "a", sha256: "f0", duplicate: true, existing: { areaCode: "7", status: "rejected" } }] },
      {
        ok: true,
        imageSid: "a",
        sha256: "f0",
        duplicate: "already in this event, in area 7, where it is rejected: recover it if it counts",
      },
    ],
    [
      400,
      { images: [], errors: [{ name: "a.jpg", message: "The file is empty." }] },
      { ok: false, error: "The file is empty." },
    ],
    [
      412,
      { code: "PRECONDITION_FAILED", message: "This event is completed." },
      { ok: false, error: "This event is completed." },
    ],
    [401, { code: "UNAUTHORIZED", message: "x" }, { ok: false, error: "Your session has ended. Sign in again." }],
  ])("status %i", (status, body, outcome) => {
    expect(readUploadAnswer(status, JSON.stringify(body))).toEqual(outcome);
  });

  it("reports the status of an answer that is not from this server", () => {
    expect(readUploadAnswer(502, "<html>")).toEqual({ ok: false, error: "The server answered with status 502." });
  });
});
