import { describe, expect, test } from "vitest";
import { AREA_TAG_FORMATS, areaTagPositions, areaTagsPerPage } from "./area-tag-formats.ts";

/** Tags per page, as sold. */
const PER_PAGE = { l7160: 21, l7163: 14, l7165: 8, 5160: 30, 5163: 10, 5164: 6, a4: 1, a5: 2 };

describe.each(AREA_TAG_FORMATS)("$title", (format) => {
  test("fills its page, with equal margins on both sides", () => {
    expect(areaTagsPerPage(format)).toBe(PER_PAGE[format.key]);
    const places = areaTagPositions(format);
    expect(places).toHaveLength(PER_PAGE[format.key]);
    const last = places.at(-1) ?? { xMm: 0, yMm: 0 };
    const { page, tag, margin } = format;
    expect(last.xMm + tag.widthMm + margin.leftMm).toBeCloseTo(page.widthMm, 1);
    expect(last.yMm + tag.heightMm + margin.topMm).toBeCloseTo(page.heightMm, 1);
  });
});
