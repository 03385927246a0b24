import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { groupIdSchema } from "../group/group.ts";
import { type Person, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import { itemFileOptionsSchema } from "./import-options.ts";

/** One import of an item list. Versions never change; an import adds the next one. */
export const itemListVersionSchema = z.object({
  sid: sidSchema,
  /** 1, 2, … within the list. */
  version: z.number().int().min(1),
  createdAt: isoDateSchema,
  /** Null for an import from the command line. */
  createdBy: z.string().nullable(),
  fileName: z.string(),
  items: z.number().int(),
  /** Against the version before. */
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
});
export type ItemListVersion = z.infer<typeof itemListVersionSchema>;

/** The item list of a group or of one event. */
export const itemListSchema = z.object({
  sid: sidSchema,
  /** Null for the list of one event. */
  group: groupIdSchema.nullable(),
  /** The group's name, or the event's. */
  name: z.string(),
  /** Newest first; the first one is current. */
  versions: z.array(itemListVersionSchema),
});
export type ItemList = z.infer<typeof itemListSchema>;

/** A list that an event can choose. */
export const itemListChoiceSchema = itemListSchema.omit({ versions: true }).extend({ items: z.number().int() });
export type ItemListChoice = z.infer<typeof itemListChoiceSchema>;

/** The item list of an event. */
export const eventItemListSchema = z.object({
  /** The chosen list; null without one. */
  chosen: sidSchema.nullable(),
  /** The lists of the event's groups and its own. */
  choices: z.array(itemListChoiceSchema),
  /** The version in use: the chosen list's current one, or the one with which the event was completed. */
  version: itemListVersionSchema.nullable(),
  isPinned: z.boolean(),
});
export type EventItemList = z.infer<typeof eventItemListSchema>;

export const ITEM_IMPORT_STEPS = ["preview", "dryRun", "import"] as const;
export type ItemImportStep = (typeof ITEM_IMPORT_STEPS)[number];

/**
 * The options of an import: how to read the file, and the step to take with it. Strict: a misspelled option must not turn a
 * dry run into an import.
 */
export const itemImportInputSchema = z.strictObject({
  ...itemFileOptionsSchema.shape,
  step: z.enum(ITEM_IMPORT_STEPS).default("import"),
  /** Imports the other rows when some are rejected. Without it, one rejected row stops the import. */
  skipRejected: z.boolean().default(false),
  /** The current version that the caller has seen, 0 for none. The import is refused if another one is current. */
  expectedVersion: z.number().int().min(0).optional(),
});
export type ItemImportInput = z.infer<typeof itemImportInputSchema>;

export const rejectedRowSchema = z.object({
  /** The line of a text file, the row of a sheet, or the number of the item in a JSON file, from 1. */
  line: z.number().int(),
  reason: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRowSchema>;

/** The result of an import or of a dry run. */
export const itemImportSummarySchema = z.object({
  /** The new version; null after a dry run. */
  version: z.number().int().nullable(),
  rows: z.number().int(),
  items: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  /** Rows that repeat an item with equal data. They count once. */
  repeated: z.number().int(),
  rejected: z.number().int(),
  /** The first rejected rows by line. */
  rejections: z.array(rejectedRowSchema),
  elapsedMs: z.number().int(),
});
export type ItemImportSummary = z.infer<typeof itemImportSummarySchema>;

/** Why an import with this summary is refused; `skipRejected` is the caller's decision about rejected rows. */
export function checkImport(
  { rejected, items }: Pick<ItemImportSummary, "rejected" | "items">,
  skipRejected: boolean,
): Outcome<true> {
  if (items === 0) return refuse("The file has no item that can be imported.", "invalid");
  if (rejected === 0 || skipRejected) return allow;
  const rows = rejected === 1 ? "1 row is" : `${rejected} rows are`;
  return refuse(`${rows} rejected. Correct the file, or import without the rejected rows.`, "invalid");
}

/** The message for a row whose code another row has with other data. */
export const duplicateReason = (code: string, lines: readonly number[], own: number): string => {
  const others = lines.filter((line) => line !== own);
  const named = others.slice(0, 5).join(", ") + (others.length > 5 ? ", …" : "");
  return `Code ${code} has different data in line ${own} and line ${named}.`;
};

/** Actions on item lists (PD-78). */
export const itemListCan = {
  see: (user: Person): Outcome<true> => may(user, "item.see"),
  importForGroup: (user: Person): Outcome<true> => may(user, "item.import"),
  importForEvent: (project: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "item.import"),
      () => eventIsOpen(project),
    ),
  choose: (project: EventState, user: Person): Outcome<true> =>
    firstRefusal(
      () => may(user, "item.choose"),
      () => eventIsOpen(project),
    ),
} as const;
