import { expect, test } from "vitest";
import { withMore } from "./with-more.ts";

const checks = (sids: string) => sids.split("").map((sid) => ({ sid }));

test("new checks follow the open ones; open and answered ones are not shown again", () => {
  expect(withMore(checks("cd"), checks("bcdef"), new Set(["a", "b"]))).toEqual(checks("cdef"));
  expect(withMore(checks("cd"), checks("dc"), new Set())).toEqual(checks("cd"));
});
