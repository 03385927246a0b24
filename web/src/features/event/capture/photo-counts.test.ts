import * as fc from "fast-check";
import { expect, test } from "vitest";
import { describePhotoCounts } from "./photo-counts.ts";

type Photo = Parameters<typeof describePhotoCounts>[0][number];
const sent = (imageSid: string): Photo => ({ state: "sent", imageSid });
const waiting: Photo = { state: "waiting", imageSid: null };

test.each<[string, Photo[], number, boolean, string]>([
  ["nothing", [], 0, true, "No photos yet"],
  ["equal numbers", [sent("a"), sent("b")], 2, true, "2 photos here, all in the event"],
  ["one photo", [sent("a")], 1, true, "1 photo here, all in the event"],
  ["unsent ones", [sent("a"), waiting], 1, true, "2 photos here · 1 in the event: 1 not sent yet"],
  ["other devices", [sent("a")], 6, true, "1 photo here · 6 in the event: 5 from elsewhere"],
  ["only other devices", [], 6, true, "0 photos here · 6 in the event: 6 from elsewhere"],
  ["equal bytes", [sent("a"), sent("a")], 1, true, "2 photos here · 1 in the event: 1 sent twice"],
  [
    "a server that was not asked since",
    [sent("a"), sent("b")],
    1,
    true,
    "2 photos here · 1 in the event: 1 not counted yet",
  ],
  [
    "a device without a connection",
    [waiting],
    3,
    false,
    "1 photo here · 3 in the event when last online: 1 not sent yet, 3 from elsewhere",
  ],
])("explains %s", (_, photos, total, isOnline, text) => {
  expect(describePhotoCounts(photos, total, isOnline)).toBe(text);
});

test("the reasons add up to the difference", () => {
  const photo = fc.oneof(fc.constant(waiting), fc.constantFrom("a", "b", "c", "d").map(sent));
  fc.assert(
    fc.property(fc.array(photo), fc.nat(20), (photos, total) => {
      const text = describePhotoCounts(photos, total, true);
      const of = (reason: string): number => Number(new RegExp(`(\\d+) ${reason}`).exec(text)?.[1] ?? 0);
      const explained = of("not sent yet") + of("sent twice") - of("from elsewhere") + of("not counted yet");
      expect(photos.length - total).toBe(explained);
    }),
  );
});
