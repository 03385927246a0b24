import { posix, win32 } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArchiveNames } from "./archive-names.ts";

const give = (name: string) => new ArchiveNames().give(name);

describe("S7.17 names in the archive of an event's photos", () => {
  it.each([
    ["0412.jpg", "0412.jpg"],
    ["../../etc/passwd", "__.._etc_passwd"],
    ["..\\..\\boot.ini", "__.._boot.ini"],
    ["C:\\photo.jpg", "C__photo.jpg"],
    ["/absolute.jpg", "_absolute.jpg"],
    ["a\u0000b.jpg", "ab.jpg"],
    ["a\nb\u007f.jpg", "ab.jpg"],
    ["photo\u202Egpj.exe", "photogpj.exe"],
    ["שלום.jpg", "שלום.jpg"],
    ["棚 12.jpg", "棚 12.jpg"],
    ["CON", "_CON"],
    ["nul.jpg", "_nul.jpg"],
    ["com1.tar.jpg", "_com1.tar.jpg"],
    ["LPT¹.jpg", "_LPT¹.jpg"],
    ["console.jpg", "console.jpg"],
    ['what?*<>|".jpg', "what______.jpg"],
    ["trailing. . ", "trailing"],
    [".hidden", "_hidden"],
    ["...", "photo"],
    ["", "photo"],
    [" \u200b ", "photo"],
    ["\uD800.jpg", "\uFFFD.jpg"],
  ])("%j becomes %j", (given, name) => {
    expect(give(given)).toBe(name);
  });

  it("cuts a long name before its extension", () => {
    const name = give(`${"ä".repeat(300)}.jpeg`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^ä{120,}\.jpeg$/);
    expect(Buffer.byteLength(give("😀".repeat(200)))).toBe(252);
  });

  it("never gives a name twice, ignoring case and Unicode form", () => {
    const names = new ArchiveNames(["manifest.csv"]);
    const given = [
      "a.jpg",
      "A.JPG",
      "a.jpg",
      "a (2).jpg",
      "é.jpg",
      "e\u0301.jpg",
      "Manifest.csv",
      "x".repeat(400),
      "x".repeat(401),
    ];
    const got = given.map((name) => names.give(name));
    expect(got.slice(0, 7)).toEqual([
      "a.jpg",
      "A (2).JPG",
      "a (3).jpg",
      "a (2) (2).jpg",
      "é.jpg",
      "é (2).jpg",
      "Manifest (2).csv",
    ]);
    expect(got[8]).toBe(`${"x".repeat(251)} (2)`);
  });

  it("numbers ten thousand files of the same name", () => {
    const names = new ArchiveNames();
    const got = Array.from({ length: 10_000 }, () => names.give("image.jpg"));
    expect(got.at(-1)).toBe("image (10000).jpg");
  });

  it("turns any names into unique plain file names on every system", () => {
    const nasty = fc.constantFrom(
      "..",
      "/",
      "\\",
      "\0",
      "CON",
      "nul.",
      "\u202E",
      " ",
      ".",
      "aux.jpg",
      "A",
      "a",
      ":",
      "x".repeat(260),
    );
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(nasty, { maxLength: 6 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (given) => {
        const names = new ArchiveNames();
        const got = given.map((one) => names.give(one));
        expect(new Set(got.map((one) => one.toUpperCase())).size).toBe(given.length);
        for (const one of got) {
          expect(win32.basename(one)).toBe(one);
          expect(posix.basename(one)).toBe(one);
          expect(one).not.toMatch(/^\.|[. ]$|[\p{Cc}\p{Cf}]/u);
          expect(one).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
          expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255);
          expect(one).not.toBe("");
        }
      }),
      { numRuns: 50 },
    );
  });
});
