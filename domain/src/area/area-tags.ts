import { z } from "zod";
import { AREA_STATUSES, type Area, MAX_AREAS_PER_RANGE, MAX_AREA_NUMBER } from "./area.ts";
import { DEFAULT_AREA_TAG_FORMAT, AREA_TAG_FORMATS } from "./area-tag-formats.ts";

/** The most tags in one PDF: as many as the areas that one range can create. */
export const MAX_AREA_TAGS = MAX_AREAS_PER_RANGE;

const number = (message: string) => z.coerce.number(message).int(message).min(1, message).max(MAX_AREA_NUMBER, message);
const FORMATS = AREA_TAG_FORMATS.map(({ key }) => key);

/**
 * Query of `GET /api/projects/{slug}/areas/sheets`: first and last number (default: all areas of the event), tag
 * format, and comma-separated statuses to print (default: all except voided). Each error message is a full sentence.
 */
export const areaTagsQuerySchema = z
  .object({
    from: number("From must be a whole number, 1 or greater.").default(1),
    to: number("To must be a whole number, 1 or greater.").default(MAX_AREA_NUMBER),
    format: z.enum(FORMATS, `The tag format must be one of ${FORMATS.join(", ")}.`).default(DEFAULT_AREA_TAG_FORMAT),
    only: z
      .string()
      .transform((statuses) => statuses.split(","))
      .pipe(z.array(z.enum(AREA_STATUSES, `Only takes statuses of areas: ${AREA_STATUSES.join(", ")}.`)))
      .optional(),
  })
  .refine(({ from, to }) => to >= from, { path: ["to"], message: "To must not be less than From." });
export type AreaTagsQuery = z.infer<typeof areaTagsQuerySchema>;

/** The area numbers to print, ascending: those in the range with the requested statuses, never voided ones. */
export function areasToPrint(
  areas: readonly Pick<Area, "name" | "status">[],
  { from, to, only }: Pick<AreaTagsQuery, "from" | "to" | "only">,
): number[] {
  return areas
    .filter(({ status }) => status !== "voided" && (only?.includes(status) ?? true))
    .map(({ name }) => Number(name))
    .filter((areaNumber) => areaNumber >= from && areaNumber <= to)
    .toSorted((a, b) => a - b);
}
