import { describe, expect, test } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { sticker } from "../testing/factories.ts";
import { editedValues } from "./edited-values.ts";
import type { DescribedEntry } from "./described-entry.ts";
import { auditSentence, sentenceText } from "./sentence.ts";
import { AUDIT_SENTENCES } from "./sentence-templates.ts";

const image = { kind: "image", sid: "i", name: "0014.jpg", slug: "spring", imageSid: "i" };
const event = { kind: "project", sid: "p", name: "Spring", slug: "spring", imageSid: null };
const task = { kind: "task", sid: "31", name: "31", slug: null, imageSid: null };
const ada = { kind: "user", sid: "a", name: "Ada Lovelace", slug: null, imageSid: null };
const say = (entry: Partial<DescribedEntry>): string =>
  sentenceText(auditSentence({ action: "", subject: image, details: {}, edits: [], ...entry }));

describe("PD-147 audit entries as sentences", () => {
  test("name the values of an edit", () => {
    const edits = editedValues(
      [sticker({ code: "797047", quantity: "1" })],
      [
        { patch: makePatch.quantity(0, "7"), revision: 1, removedRevision: null },
        { patch: makePatch.code(0, "797041"), revision: 2, removedRevision: null },
        { patch: makePatch.code(0, "797041"), revision: 3, removedRevision: null },
        { patch: makePatch.discard(0), revision: 4, removedRevision: null },
      ],
    );
    const action = "imageDetection.pushImageDetectionPatches";
    const sentences = [1, 2, 3, 4].map((revision) => say({ action, edits: edits.get(revision) ?? [] }));
    expect(sentences).toEqual([
      "changed 797047 in 0014.jpg: quantity 1 → 7",
      "changed 797047 in 0014.jpg: code 797047 → 797041",
      "confirmed 797041 in 0014.jpg: code 797041",
      "discarded 797041 in 0014.jpg",
    ]);
  });

  test("compare with the value before an edit that was taken back", () => {
    const edits = editedValues(
      [sticker({ code: "797047", quantity: "1" }), sticker({ code: "012345", quantity: "3" })],
      [
        { patch: makePatch.quantity(0, "7"), revision: 1, removedRevision: 2 },
        { patch: makePatch.quantity(1, "8"), revision: 3, removedRevision: null },
        { patch: makePatch.quantity(0, "5"), revision: 3, removedRevision: null },
      ],
    );
    expect(say({ edits: edits.get(1) ?? [] })).toBe("changed 797047 in 0014.jpg: quantity 1 → 7");
    expect(say({ edits: edits.get(3) ?? [] })).toBe(
      "changed 012345 in 0014.jpg: quantity 3 → 8; changed 797047 in 0014.jpg: quantity 1 → 5",
    );
  });

  test("count the values of a large edit", () => {
    const edits = Array.from("11127", (after) => ({
      kind: after === "1" ? ("confirmed" as const) : ("changed" as const),
      field: "quantity" as const,
      code: "797047",
      before: "1",
      after,
    }));
    expect(say({ edits })).toBe("changed 2 and confirmed 3 values in 0014.jpg");
  });

  test.each([
    [{ action: "image.rejectImage", details: { reason: "blurred" } }, "rejected 0014.jpg (blurred)"],
    [{ action: "upload.photo" }, "uploaded 0014.jpg"],
    [{ action: "upload.photo", details: { duplicate: true } }, "uploaded 0014.jpg again"],
    [{ action: "user.login", subject: null }, "signed in"],
    [{ action: "crop.markStickers", details: { stickers: 1, isSeen: true } }, "marked a sticker as seen in 0014.jpg"],
    [
      { action: "crop.markStickers", details: { stickers: 24, isSeen: false } },
      "unmarked 24 stickers as seen in 0014.jpg",
    ],
    [{ action: "download.document", subject: task }, "downloaded a document of task 31"],
    [{ action: "download.labels", subject: event }, "downloaded the labels of Spring"],
    [{ action: "project.createProject", subject: event }, "created the event Spring"],
    [
      { action: "project.createProject", subject: event, details: { areas: "7–19" } },
      "created the event Spring with areas 7–19",
    ],
    [{ action: "area.createRange", subject: null, details: { count: 12 } }, "created 12 areas"],
    [
      { action: "area.deleteRange", subject: event, details: { count: 4, areas: "7–9, 12" } },
      "deleted 4 areas (7–9, 12) in Spring",
    ],
    [{ action: "area.deleteRange", subject: event, details: { count: 0 } }, "deleted 0 areas in Spring"],
    [
      { action: "area.deleteRange", subject: event, details: { code: "FORBIDDEN" } },
      "tried to delete areas in Spring and was refused",
    ],
    [
      { action: "destination.setDestinationEnabled", subject: null, details: { code: "FORBIDDEN" } },
      "tried to switch the destination on or off and was refused",
    ],
    [{ action: "image.rejectImages", subject: event, details: { count: 2 } }, "rejected 2 images in Spring"],
    [{ action: "image.rejectImages", details: { count: 1 } }, "rejected an image: 0014.jpg"],
    [{ action: "imageDetection.validateImageDetection" }, "approved 0014.jpg"],
    [{ action: "upload.photo", subject: { ...image, name: null } }, "uploaded a deleted image"],
    [{ action: "project.activateProject", subject: { ...event, name: null } }, "activated a deleted event"],
    [{ action: "project.createProject", subject: { ...event, name: null } }, "created a deleted event"],
    [
      { action: "project.deleteProject", subject: { ...event, name: null }, details: { code: "NOT_FOUND" } },
      "tried to delete a deleted event and was refused",
    ],
    [
      { action: "image.setActiveImageDetection", details: { code: "FORBIDDEN" } },
      "tried to choose the detection that counts in 0014.jpg and was refused",
    ],
    [
      { action: "token.createToken", subject: null, details: { code: "FORBIDDEN" } },
      "tried to create the API token and was refused",
    ],
    [
      { action: "factor.removeFactor.failed", subject: null, details: { code: "UNAUTHORIZED" } },
      "tried to remove a second factor and failed",
    ],
    [{ action: "image.rejectImage", details: { code: "FORBIDDEN" } }, "tried to reject 0014.jpg and was refused"],
    [
      { action: "user.fetchUsers", subject: null, details: { code: "FORBIDDEN" } },
      "tried to open the users and was refused",
    ],
    [
      { action: "destination.fetchDestinations", subject: event, details: { code: "FORBIDDEN" } },
      "tried to open the destinations of Spring and was refused",
    ],
    [
      { action: "project.getQueue", subject: event, details: { code: "NOT_FOUND" } },
      "tried to open Spring and was refused",
    ],
    [
      { action: "area.fetchGaps", subject: { ...event, name: null }, details: { code: "NOT_FOUND" } },
      "tried to open a deleted event and was refused",
    ],
    [
      { action: "live.beHere", subject: null, details: { code: "NOT_FOUND" } },
      "tried to open the live view and was refused",
    ],
    [
      { action: "laterVersion.fetchRows", subject: event, details: { code: "FORBIDDEN" } },
      "tried to call laterVersion.fetchRows in Spring and was refused",
    ],
    [
      { action: "http.put", subject: event, details: { code: "NOT_FOUND" } },
      "tried to send a file for Spring and was refused",
    ],
    [
      { action: "http.get", subject: event, details: { code: "FORBIDDEN" } },
      "tried to open a file of Spring and was refused",
    ],
    [
      { action: "user.login.failed", subject: null, details: { code: "UNAUTHORIZED" } },
      "failed to sign in with an unknown e-mail",
    ],
    [
      { action: "user.login.failed", subject: ada, details: { code: "UNAUTHORIZED" } },
      "failed to sign in as Ada Lovelace",
    ],
    [{ action: "user.login", subject: ada }, "signed in"],
    [{ action: "user.setRole", subject: ada, details: { role: "admin" } }, "changed the role of Ada Lovelace to admin"],
    [
      { action: "group.setUserGroups", subject: ada, details: { added: ["North", "{subject}"], removed: ["West"] } },
      "changed the groups of Ada Lovelace: added North, {subject}; removed West",
    ],
    [{ action: "group.setProjectGroups", subject: event, details: {} }, "changed the groups of Spring"],
    [
      { action: "group.renameGroup", details: { name: "South", formerName: "North" } },
      "renamed the group North to South",
    ],
    [
      { action: "user.login", subject: ada, details: { asksFor: "second factor" } },
      "entered the password of Ada Lovelace and was asked for the second factor",
    ],
    [
      { action: "user.resetPassword.failed", subject: ada, details: { code: "BAD_REQUEST" } },
      "failed to set a new password for Ada Lovelace: the link no longer works",
    ],
    [{ action: "future.call" }, "called future.call: 0014.jpg"],
  ])("%o", (entry, sentence) => {
    expect(say(entry)).toBe(sentence);
  });

  const INFINITIVES =
    /^(accept|activate|add|answer|approve|archive|begin|block|cancel|change|choose|complete|confirm|create|decide|delete|disable|discard|download|edit|enable|end|import|mark|open|put|record|recover|reject|remove|rename|reopen|restore|retry|revoke|rotate|search|send|set|settle|sign|start|stop|switch|take|test|unblock|undo|unlink|unlock|upload|void)$/;

  const calls = Object.keys(AUDIT_SENTENCES).filter((action) => !action.endsWith(".failed"));

  test.each(calls)("need no details of the refused call %s", (action) => {
    for (const subject of [image, null]) {
      const sentence = say({ action, subject, details: { code: "FORBIDDEN" } });
      const [, verb, rest] = /^tried to (\S+)( .+|) and was refused$/.exec(sentence) ?? [];
      expect(verb).toMatch(INFINITIVES);
      expect(rest).not.toMatch(/ {2}|\(\)| (of|for|to|with)$/);
    }
  });
});
