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

test("what the database has not confirmed is there for the next page, in its order", () => {
  const ahead = [
    { place, events: [put("a")] },
    { place, events: [draft] },
  ];
  expect(parseJournal(serializeJournal(ahead))).toEqual(ahead);
  expect(serializeJournal([])).toBeNull();
  expect(parseJournal("no words")).toEqual([]);
});

test("what the server said is not kept: it is asked again, with the same key", () => {
  expect(serializeJournal([{ place, events: [{ type: "leaves", id: "a" }] }])).toBeNull();
});

test("what the database had taken after all is known by its edit", () => {
  const words = { place, events: [put("a")] };
  expect(isStored(NO_WORK, words)).toBe(false);
  expect(isStored(words.events.reduce(reduceWork, NO_WORK), words)).toBe(true);
});
