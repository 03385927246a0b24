import type { Rect } from "../geometry/rect.ts";
import type { Patch } from "./patch-schema.ts";
import type { Alternative } from "./reading.ts";
import type { ResultClass, Prediction } from "./result.ts";

/** A parsed patch: index and field from the path, value with the field's type. */
export type Edit =
  | { field: "code" | "quantity"; index: number; value: string; restore: boolean }
  | { field: "rect"; index: number; value: Rect }
  | { field: "label"; index: number; value: ResultClass }
  | { field: "discarded"; index: number; value: boolean }
  | { field: "values"; index: number; value: Alternative[] }
  | { field: "add"; value: Prediction };
/** The fields a user edits, which may conflict. */
export type EditedField = Exclude<Edit["field"], "add" | "values">;

/**
 * Parses a patch. Null if path and value do not match, which the schema excludes but the type does not (every path is
 * a string).
 */
export function parsePatch(patch: Patch): Edit | null {
  if (patch.op === "add") return { field: "add", value: patch.value };
  const { value } = patch;
  const [, digits = "", field] =
    /^\/(\d+)\/(code|quantity|rect|label|discarded|values)(?:\/value)?$/.exec(patch.path) ?? [];
  const index = Number(digits);
  switch (field) {
    case "code":
    case "quantity": {
      const restore = "restore" in patch && patch.restore === true;
      return typeof value === "string" ? { field, index, value, restore } : null;
    }
    case "rect":
      return typeof value === "object" && !Array.isArray(value) ? { field, index, value } : null;
    case "label":
      return value === "sticker" || value === "shelf" ? { field, index, value } : null;
    case "discarded":
      return typeof value === "boolean" ? { field, index, value } : null;
    case "values":
      return Array.isArray(value) ? { field, index, value } : null;
    case undefined:
    default:
      return null;
  }
}

/** Creates patches, so that paths are written in one place only. */
export const makePatch = {
  code: (index: number, value: string): Patch => ({ op: "replace", path: `/${index}/code/value`, value }),
  quantity: (index: number, value: string): Patch => ({ op: "replace", path: `/${index}/quantity/value`, value }),
  rect: (index: number, value: Rect): Patch => ({ op: "replace", path: `/${index}/rect`, value }),
  label: (index: number, value: ResultClass): Patch => ({ op: "replace", path: `/${index}/label`, value }),
  discard: (index: number): Patch => ({ op: "replace", path: `/${index}/discarded`, value: true }),
  recover: (index: number): Patch => ({ op: "replace", path: `/${index}/discarded`, value: false }),
  add: (value: Prediction): Patch => ({ op: "add", path: "/-", value }),
  /** The reader's values for a drawn sticker. */
  values: (index: number, value: Alternative[]): Patch => ({ op: "replace", path: `/${index}/values`, value }),
  /** Restores the model's reading (see `restore` in the schema). */
  restoreValue: (index: number, field: "code" | "quantity", value: string): Patch => ({
    op: "replace",
    path: `/${index}/${field}/value`,
    value,
    restore: true,
  }),
};
