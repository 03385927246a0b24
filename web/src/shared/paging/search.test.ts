import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseEventsSearch,
  parseHistorySearch,
  parseImagesSearch,
  parseRadarSearch,
  parseReviewSearch,
  parseSearch,
  parseUploadSearch,
  stringifySearch,
} from "./search.ts";

const SID = "a".repeat(24);

describe("S2.31 image view search parameters", () => {
  it("accepts valid values", () => {
    expect(parseReviewSearch({ detection: "3", model: SID, tab: "table" })).toEqual({
      detection: 3,
      model: SID,
      tab: "table",
    });
  });

  it.each([
    ["detection", "0"],
    ["detection", "-1"],
    ["detection", "1.5"],
    ["detection", "three"],
    ["detection", ""],
    ["model", "SHOUTED"],
    ["model", "short"],
    ["tab", "pictures"],
  ])("ignores %s=%s and keeps the others", (key, value) => {
    const good = { detection: "2", model: SID, tab: "debug" };
    const { [key as "tab"]: _, ...others } = parseReviewSearch(good);
    const parsed = parseReviewSearch({ ...good, [key]: value });
    expect(parsed).toEqual(others);
    // Explicitly undefined: for a missing key the router would use the raw value of the URL.
    expect(Object.hasOwn(parsed, key)).toBe(true);
  });
});

describe("S2.30 filters, sort and pages in the URL", () => {
  it("keeps known statuses, drops the rest", () => {
    expect(parseImagesSearch({ status: "approved,nonsense,pending" })).toEqual({ status: ["pending", "approved"] });
    expect(parseImagesSearch({ status: "nonsense" })).toEqual({});
    expect(parseImagesSearch({ mark: "failed,nonsense,below" })).toEqual({ mark: ["below", "failed"] });
    expect(parseImagesSearch({ mark: "<script>", page: "-1", pageSize: "7" })).toEqual({ pageSize: 7 });
  });

  it("ignores a sort that no column has", () => {
    expect(parseEventsSearch({ sort: "-createdAt", page: "2" })).toEqual({ sort: "-createdAt", page: 2 });
    expect(parseEventsSearch({ sort: "drop table", page: "x" })).toEqual({});
  });

  it("searches for digits as text, leading zeros and all", () => {
    expect(parseImagesSearch({ search: "0412" })).toEqual({ search: "0412" });
    expect(parseImagesSearch({ search: 412 })).toEqual({ search: "412" });
  });

  it.each([parseHistorySearch, parseRadarSearch, parseUploadSearch])(
    "accepts every number that an area can have",
    (parse) => {
      expect(parse({ area: "999999999" })).toEqual({ area: 999_999_999 });
      expect(parse({ area: "1000000000" })).toEqual({});
    },
  );

  it("never throws for any search parameters", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("page", "pageSize", "status", "mark", "sort", "search"), fc.anything()),
        (raw) => {
          expect(() => [parseEventsSearch(raw), parseImagesSearch(raw), parseReviewSearch(raw)]).not.toThrow();
        },
      ),
    );
  });
});

describe("the query string", () => {
  it("parses its own output", () => {
    const search = {
      page: 2,
      pageSize: 30,
      status: ["pending", "approved"] as const,
      search: "bay 4 & more",
      sort: "-name",
    };
    expect(parseImagesSearch(parseSearch(stringifySearch(search)))).toEqual({
      ...search,
      status: ["pending", "approved"],
    });
  });

  it("is readable", () => {
    expect(stringifySearch({ status: ["pending", "approved"], page: 2, sort: undefined, search: "" })).toBe(
      "?status=pending,approved&page=2",
    );
    expect(stringifySearch({})).toBe("");
  });
});
