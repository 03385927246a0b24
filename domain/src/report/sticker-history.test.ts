import { expect, test } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { sticker } from "../testing/factories.ts";
import { evidenceLinkState } from "./evidence-link.ts";
import { stickerHistory } from "./sticker-history.ts";

const by = "Ada";
type Given = Pick<Parameters<typeof stickerHistory>[0]["patches"][number], "patch" | "at" | "by">;
const record = (index: number, given: readonly Given[]) =>
  stickerHistory({
    index,
    predictions: [sticker({ code: "000001", quantity: "1" }), sticker({ code: "000002", quantity: "2" })],
    readAt: "1",
    model: "reader",
    patches: given.map((one, at) => Object.assign(one, { revision: at + 1, removedRevision: null })),
    approvedAt: "9",
    approvedBy: "Grace",
  }).map(({ kind, text }) => `${kind} ${text}`);

test("PD-144 tells what happened to one sticker, in order", () => {
  const patches = [
    { patch: makePatch.quantity(1, "7"), at: "2", by },
    { patch: makePatch.quantity(0, "99"), at: "3", by },
    { patch: makePatch.code(1, "000002"), at: "4", by },
    { patch: makePatch.quantity(1, "8"), at: "5", by },
  ];
  expect(record(1, patches)).toEqual([
    "read code 000002, quantity 2",
    "changed quantity 2 → 7",
    "confirmed code 000002",
    "changed quantity 7 → 8",
    "approved the image and its values",
  ]);
});

test("PD-144 an added sticker starts with its adding", () => {
  const patches = [
    { patch: makePatch.add(sticker({ code: "000003" })), at: "2", by },
    { patch: makePatch.add(sticker({ code: "000004", quantity: "4" })), at: "3", by },
    { patch: makePatch.discard(3), at: "4", by },
  ];
  expect(record(3, patches)).toEqual([
    "added code 000004, quantity 4",
    "discarded the sticker",
    "approved the image and its values",
  ]);
});

test("PD-144 a link ends at its date, or when it is revoked", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const expiresAt = "2026-11-25T12:00:01Z";
  expect(evidenceLinkState({ revokedAt: null, expiresAt }, now)).toBe("open");
  expect(evidenceLinkState({ revokedAt: null, expiresAt: "2026-11-25T12:00:00Z" }, now)).toBe("expired");
  expect(evidenceLinkState({ revokedAt: "2026-11-24T00:00:00Z", expiresAt }, now)).toBe("revoked");
});
