import { describe, expect, it } from "vitest";
import { queuedPhoto } from "../../../../shared/uploads/photo-queue/testing.ts";
import { type PhotoCard, addCard, needsDecision, openCards, removedUrls } from "./photo-cards.ts";

const asked = (key: string): PhotoCard => ({ is: "asked", url: key, photo: queuedPhoto(key, { state: "asked" }) });
const saved = (key: string): PhotoCard => ({ is: "saved", url: key, photo: queuedPhoto(key), stickers: 3 });
const failed: PhotoCard = { is: "failed", reason: "notes.txt cannot be read from this device." };
const addAll = (...added: PhotoCard[]): readonly PhotoCard[] => added.reduce(addCard, [] as readonly PhotoCard[]);

describe("the cards of photos just taken", () => {
  it("ask about each doubtful photo of several files, in their order", () => {
    const cards = addAll(asked("a"), saved("b"), asked("c"), asked("d"));
    expect(cards).toEqual([asked("a"), asked("c"), asked("d")]);
    expect(cards.every(needsDecision)).toBe(true);
  });

  it("keep the message about a file that cannot be read", () => {
    expect(addAll(failed, saved("b"), asked("c"))).toEqual([failed, asked("c")]);
    expect(addAll(asked("a"), failed)).toEqual([asked("a"), failed]);
  });

  it("give way to the next photo of the camera", () => {
    expect(addAll(failed, { is: "checking", url: "a" }, saved("a"))).toEqual([saved("a")]);
  });

  it("replace a photo without a problem by the next one", () => {
    expect(addAll({ is: "checking", url: "a" }, saved("a"), saved("b"))).toEqual([saved("b")]);
  });

  it("leave out photos that were decided about elsewhere", () => {
    const cards = addAll(asked("used"), asked("discarded"), asked("open"), failed);
    const photos = [queuedPhoto("used"), queuedPhoto("open", { state: "asked" })];
    expect(openCards(cards, photos)).toEqual([asked("open"), failed]);
  });

  it("tell the addresses of images that are no longer shown", () => {
    expect(removedUrls([{ is: "checking", url: "a" }, asked("b"), failed], [saved("a")])).toEqual(["b"]);
    expect(removedUrls(addAll(saved("a")), addAll(saved("a")))).toEqual([]);
  });
});
