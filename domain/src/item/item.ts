import { z } from "zod";
import { stickerCodeSchema } from "../detection/validity.ts";

/** The longest description or department of an item, characters. */
export const MAX_ITEM_TEXT_LENGTH = 200;
/** The largest price of one unit, in the store's currency. Prices have at most four decimals. */
export const MAX_UNIT_PRICE = 1_000_000;
/** The largest quantity of an item in a store. Quantities from books may be negative. */
export const MAX_ITEM_QUANTITY = 9_999_999;
export const MAX_PACK_SIZE = 999_999;

const quantity = z.number().int().min(-MAX_ITEM_QUANTITY).max(MAX_ITEM_QUANTITY).nullable();

/** An item of an item list. Only the code is required. */
export const itemSchema = z.object({
  code: stickerCodeSchema,
  description: z.string().max(MAX_ITEM_TEXT_LENGTH).nullable(),
  department: z.string().max(MAX_ITEM_TEXT_LENGTH).nullable(),
  /** In the store's currency, with at most four decimals. */
  unitPrice: z.number().min(0).max(MAX_UNIT_PRICE).nullable(),
  /** Units in one pack. */
  packSize: z.number().int().min(1).max(MAX_PACK_SIZE).nullable(),
  /** Units that the retailer's books say are in the store. */
  expectedQuantity: quantity,
  /** Units at the last count. */
  lastQuantity: quantity,
  /** False for an item that is no longer sold. */
  active: z.boolean(),
});
export type Item = z.infer<typeof itemSchema>;

export const ITEM_FIELDS = [
  "code",
  "description",
  "department",
  "unitPrice",
  "packSize",
  "expectedQuantity",
  "lastQuantity",
  "active",
] as const satisfies readonly (keyof Item)[];
export type ItemField = (typeof ITEM_FIELDS)[number];

/** Titles of the columns on the screen and in messages. */
export const ITEM_FIELD_TITLES: Readonly<Record<ItemField, string>> = {
  code: "Code",
  description: "Description",
  department: "Department",
  unitPrice: "Unit price",
  packSize: "Pack size",
  expectedQuantity: "Expected quantity",
  lastQuantity: "Last counted quantity",
  active: "Active",
};
