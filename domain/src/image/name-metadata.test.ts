import { describe, expect, test } from "vitest";
import { areaNumberFromFileName, combineMetadata, metadataFromFileName } from "./name-metadata.ts";

describe("PD-16: store, bay and shelf in a file name", () => {
  test.each([
    ["117_04_02.jpg", "117", "04", "02"],
    ["117-04-02.HEIC", "117", "04", "02"],
    ["S117_A04-02_extra words.jpg", "S117", "A04", "02"],
    ["store117_bay4_shelf2", "store117", "bay4", "shelf2"],
    ["117_04_02 (1).jpg", "117", "04", "02"],
    ["C:\\photos\\117_04_02.jpg", "117", "04", "02"],
    ["../../117_04_02.jpg", "117", "04", "02"],
  ])("%s", (name, storeNumber, bayCode, shelfCode) => {
    expect(metadataFromFileName(name)).toEqual({ storeNumber, bayCode, shelfCode });
  });

  test.each([
    "",
    "photo.jpg",
    "IMG_20261121_054012.jpg",
    "20261121_054012_001.jpg",
    "2026-11-21 05.40.12.jpg",
    "2026-11-21_05-40-12.jpg",
    "a1234567-1234-4567-8901-123456789012.jpg",
    "117_04.jpg",
    "117__04_02.jpg",
    "117_04_02x.jpg",
    "117_four_02.jpg",
    "123456789_1_1.jpg",
    "DSC_0001.jpg",
    "<img src=x>_1_2.jpg",
  ])("finds nothing in %j", (name) => {
    expect(metadataFromFileName(name)).toEqual({ storeNumber: null, bayCode: null, shelfCode: null });
  });
});

describe("PD-31: an area's number in a file name", () => {
  test.each([
    ["412.jpg", 412],
    ["0412.jpg", 412],
    ["412", 412],
    ["412_2.jpg", 412],
    ["412-b.jpg", 412],
    ["412 (1).jpg", 412],
    ["412(1).jpg", 412],
    ["999999999.jpg", 999_999_999],
  ])("%s belongs to area %d", (name, number) => {
    expect(areaNumberFromFileName(name)).toBe(number);
  });
  test.each([
    "0.jpg",
    "412a.jpg",
    "IMG_0412.jpg",
    "-5.jpg",
    "1e5.jpg",
    "1234567890.jpg",
    "",
    "117_04_02.jpg",
    "2026-11-21.jpg",
    "20261121_054012.jpg",
  ])("%j belongs to no area", (name) => {
    expect(areaNumberFromFileName(name)).toBeNull();
  });
});

describe("S3.04 metadata: form, then name, then EXIF", () => {
  const exif = { brand: "Nokia", model: "8.3", storeNumber: "e1", bayCode: "e2", shelfCode: "e3" };
  test("takes each field from the first source that has it", () => {
    expect(combineMetadata({ storeNumber: " 99 ", bayCode: "" }, "117_04_02.jpg", exif)).toEqual({
      brand: "Nokia",
      model: "8.3",
      storeNumber: "99",
      bayCode: "04",
      shelfCode: "02",
    });
    expect(combineMetadata({ shelfCode: "7" }, "photo.jpg", exif)).toMatchObject({
      storeNumber: "e1",
      bayCode: "e2",
      shelfCode: "7",
    });
  });
  test("is null if no source has a value", () => {
    expect(combineMetadata({}, "photo.jpg", {})).toEqual({
      brand: null,
      model: null,
      storeNumber: null,
      bayCode: null,
      shelfCode: null,
    });
  });
  test("reduces untrusted text to one short line", () => {
    const hostile = { brand: "A\u0000B\r\n\u202eC", model: ` ${"x".repeat(70)}`, storeNumber: "\t\u200b " };
    expect(combineMetadata({}, "p.jpg", hostile)).toMatchObject({
      brand: "A B C",
      model: "x".repeat(64),
      storeNumber: null,
    });
  });
});
