import { describe, expect, it } from "vitest";
import { resolvePaging } from "./paging.ts";

describe("S2.30 page and pageSize", () => {
  it.each([
    ["the URL first", { page: 3, pageSize: 20 }, { page: 9, pageSize: 30 }, { page: 3, pageSize: 20 }],
    ["then the stored value", {}, { page: 9, pageSize: 30 }, { page: 9, pageSize: 30 }],
    ["then the default", {}, {}, { page: 1, pageSize: 10 }],
    ["an unknown size becomes the default", { pageSize: 25 }, { pageSize: 30 }, { page: 1, pageSize: 10 }],
  ])("%s", (_, search, stored, paging) => {
    expect(resolvePaging(search, stored)).toEqual(paging);
  });
});
