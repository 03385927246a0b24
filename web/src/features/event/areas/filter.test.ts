import type { Area } from "@precount/domain";
import { describe, expect, it } from "vitest";
import { countOf, filterAreas } from "./filter.ts";

const area = (name: string, status: Area["status"] = "not_taken"): Area => ({
  id: Number(name),
  sid: name.padStart(24, "0"),
  name,
  status,
  imageSid: null,
  photos: 0,
  undecided: 0,
  voided: null,
});
const AREAS = [area("1"), area("12", "approved"), area("20"), area("112", "rejected"), area("200"), area("1203")];
const namesOf = (areas: readonly Area[]) => areas.map(({ name }) => name);

describe("S2.46 the search finds areas by name", () => {
  it.each([
    ["12", ["12", "112", "1203"]],
    ["012", ["12", "112", "1203"]],
    ["0", ["20", "200", "1203"]],
    ["10-112", ["12", "20", "112"]],
    ["010 – 0020", ["12", "20"]],
    ["20-10", []],
    ["x", []],
    [".*", []],
  ])("%s", (search, names) => expect(namesOf(filterAreas(AREAS, { search }).shown)).toEqual(names));
});

it("S2.47 filters by one status and counts the statuses of the searched areas", () => {
  const { shown, counts } = filterAreas(AREAS, { search: "12", status: "rejected" });
  expect(namesOf(shown)).toEqual(["112"]);
  expect(counts).toEqual({ not_taken: 1, pending: 0, approved: 1, rejected: 1, voided: 0 });
  expect(countOf([])).toEqual({ not_taken: 0, pending: 0, approved: 0, rejected: 0, voided: 0 });
});
