import { IMAGE_STATUSES } from "@precount/domain";
import { expect, it } from "vitest";
import { filterInWords } from "./filter-words.ts";

const all = IMAGE_STATUSES.filter((status) => status !== "not_taken");
const titles = Object.fromEntries(all.map((status) => [status, status]));

it.each([
  [{}, ""],
  [{ status: ["pending"] }, "pending"],
  [{ status: ["uploaded", "pending"] }, "uploaded or pending"],
  [{ status: ["uploaded", "processed", "pending", "rejected"] }, "not approved"],
  [{ status: ["rejected"], search: "0412" }, "rejected · named like “0412”"],
] as const)(
  "says what is filtered: %o",
  ({ status, search }: { status?: readonly string[]; search?: string }, words) => {
    const kept = all.filter((one) => status?.includes(one));
    expect(filterInWords({ ...(status && { status: kept }), ...(search && { search }) }, titles, all)).toBe(words);
  },
);
