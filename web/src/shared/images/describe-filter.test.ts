import { IMAGE_STATUSES, type ImageFlag } from "@precount/domain";
import { expect, it } from "vitest";
import { describeFilter } from "./describe-filter.ts";

const all = IMAGE_STATUSES.filter((status) => status !== "not_taken");
type Given = { status?: readonly string[]; mark?: readonly ImageFlag[]; search?: string };
const titles = Object.fromEntries(all.map((status) => [status, status]));

it.each([
  [{}, ""],
  [{ status: ["pending"] }, "pending"],
  [{ status: ["uploaded", "pending"] }, "uploaded or pending"],
  [{ status: ["uploaded", "processed", "pending", "rejected"] }, "not approved"],
  [{ status: ["rejected"], search: "0412" }, "rejected · named like “0412”"],
  [{ search: "code:0123 qty:>500 area:12 left" }, "code 0123… · quantity from 501 · area 12 · named like “left”"],
  [{ mark: ["below", "failed"] }, "below threshold · failed"],
  [{ mark: ["no-area"] }, "no area"],
  [{ status: ["processed"], mark: ["below"] }, "processed · below threshold"],
] as const)("describes the filter %o", ({ status, mark, search }: Given, text) => {
  const statuses = all.filter((one) => status?.includes(one));
  const filter = { ...(status && { status: statuses }), ...(mark && { mark: [...mark] }), ...(search && { search }) };
  expect(
    describeFilter(filter, titles, all, { below: "Below threshold", failed: "Failed", "no-area": "No area" }),
  ).toBe(text);
});
