import { formatAreaRanges } from "../area/rules.ts";
import { DIGIT_SLIP_TITLES } from "./digit-slips.ts";
import type { Finding, FindingDetails } from "./finding.ts";
import type { FindingKind } from "./kinds.ts";

const number = (value: number | undefined): string => (value ?? 0).toLocaleString("en-GB");

const plural = (count: number | undefined, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

const areasOf = (numbers: readonly number[] | undefined): string =>
  `${numbers?.length === 1 ? "area" : "areas"} ${formatAreaRanges(numbers ?? [])}`;

const totals = ({ counted, expected, last }: FindingDetails): string =>
  [
    `${plural(counted, "unit")} counted`,
    ...(expected === undefined ? [] : [`${number(expected)} expected`]),
    ...(last === undefined ? [] : [`${number(last)} at the last count`]),
  ].join(", ");

/** The sentence that describes a finding, for each kind. */
const SENTENCES: Readonly<Record<FindingKind, (details: FindingDetails) => string>> = {
  unknownCode: ({ counted, stickers, similarCode }) =>
    `The item list does not have this code: ${plural(stickers, "sticker")} with ${plural(counted, "unit")}.${
      similarCode === undefined ? "" : ` Perhaps it is ${similarCode}, of which units are missing.`
    }`,
  inactiveCode: ({ counted, stickers }) =>
    `The article is no longer sold: ${plural(stickers, "sticker")} with ${plural(counted, "unit")}.`,
  digitSlip: ({ counted, expected, quantity, suggestedQuantity, slip }) =>
    `Perhaps ${number(suggestedQuantity)} instead of ${number(quantity)}${
      slip === undefined ? "" : `: ${DIGIT_SLIP_TITLES[slip]}`
    }. ${plural(counted, "unit")} counted, ${number(expected)} expected.`,
  farFromExpected: (details) => `${totals(details)}.`,
  farFromLastCount: (details) => `${totals(details)}.`,
  farFromOthers: ({ quantity, typical, stickers }) =>
    `${plural(quantity, "unit")} on this sticker. The ${number((stickers ?? 1) - 1)} other stickers of the code have about ${number(typical)}.`,
  distantAreas: ({ mainAreas, distantAreas, counted }) =>
    `Counted in ${areasOf(mainAreas)} and in ${areasOf(distantAreas)}, far away. ${plural(counted, "unit")} in total.`,
  notCounted: ({ expected, last }) =>
    `${plural(expected, "unit")} expected, and no sticker was counted.${
      last === undefined ? "" : ` ${plural(last, "unit")} at the last count.`
    }`,
  noStickers: ({ shelves }) => `The photo shows ${plural(shelves, "shelf", "shelves")} and no sticker.`,
  unusualArea: ({ stickers, typical, isLastCount }) =>
    `${plural(stickers, "sticker")}. ${
      isLastCount === true
        ? `The last count had ${number(typical)}.`
        : `The neighboring areas have about ${number(typical)}.`
    }`,
  voidedArea: ({ stickers, last }) =>
    `The area is voided. The last count had ${plural(stickers, "sticker")} with ${plural(last, "unit")} in it.`,
  stickerInTwoPhotos: ({ quantity, otherQuantity }) =>
    otherQuantity === undefined
      ? `Two photos probably show the same sticker. Its ${plural(quantity, "unit")} count twice.`
      : `Two photos probably show the same sticker, which was read as ${number(quantity)} and as ${number(otherQuantity)} units. Both count.`,
};

/** The finding in a sentence. */
export const describeFinding = ({ kind, details }: Pick<Finding, "kind" | "details">): string =>
  SENTENCES[kind](details);

/** What the finding is about: a code, an area or a photo without an area. */
export function findingSubject({ code, areaNumber }: Pick<Finding, "code" | "areaNumber">): string {
  if (code !== null) return code;
  return areaNumber === null ? "Photo without an area" : `Area ${areaNumber}`;
}
