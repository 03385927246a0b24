import { makePatch } from "@precount/domain";
import { expect, test } from "vitest";
import { isStored, parseJournal, serializeJournal } from "./unload-journal.ts";
import { NO_WORK, type WorkEvent, reduceWork } from "./work.ts";

const place = { userSid: "u", detectionSid: "d", imageSid: "i", slug: "s" };
const put = (id: string): WorkEvent => ({
  type: "put",
  edit: { id, patch: makePatch.code(0, "012345"), of: null, revision: 1 },
});
const draft: WorkEvent = { type: "draft", target: "0 code", draft: { text: "35", revision: 1 } };

test("writes unconfirmed changes in order for the next page", () => {
  const changes = [
    { place, events: [put("a")] },
    { place, events: [draft] },
  ];
  expect(parseJournal(serializeJournal(changes))).toEqual(changes);
  expect(serializeJournal([])).toBeNull();
  expect(parseJournal("not JSON")).toEqual([]);
});

test("leaves out the server's answers", () => {
  expect(serializeJournal([{ place, events: [{ type: "leaves", id: "a" }] }])).toBeNull();
});

test("recognizes a change that the database has taken by its edit", () => {
  const entry = { place, events: [put("a")] };
  expect(isStored(NO_WORK, entry)).toBe(false);
  expect(isStored(entry.events.reduce(reduceWork, NO_WORK), entry)).toBe(true);
});
