import type { Rect } from "../geometry/rect.ts";
import type { Patch } from "./patch-schema.ts";
import type { Alternative } from "./reading.ts";
import type { Label, Prediction } from "./result.ts";

/** A patch as code wants it: the index out of the path, the value of its field's type. */
export type Edit =
  | { field: "code" | "quantity"; index: number; value: string; restore: boolean }
  | { field: "rect"; index: number; value: Rect }
  | { field: "label"; index: number; value: Label }
  | { field: "discarded"; index: number; value: boolean }
  | { field: "values"; index: number; value: Alternative[] }
  | { field: "add"; value: Prediction };
/** What a person changes, and two may change at once. */
export type EditedField = Exclude<Edit["field"], "add" | "values">;

/**
 * Reads a patch. Null when path and value do not belong together, which the schema lets nobody send, but
 * the union's type alone cannot rule out (every path is a string).
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

/** The patches there are, by name, so that nobody writes a path by hand. */
export const makePatch = {
  code: (index: number, value: string): Patch => ({ op: "replace", path: `/${index}/code/value`, value }),
  quantity: (index: number, value: string): Patch => ({ op: "replace", path: `/${index}/quantity/value`, value }),
  rect: (index: number, value: Rect): Patch => ({ op: "replace", path: `/${index}/rect`, value }),
  label: (index: number, value: Label): Patch => ({ op: "replace", path: `/${index}/label`, value }),
  discard: (index: number): Patch => ({ op: "replace", path: `/${index}/discarded`, value: true }),
  recover: (index: number): Patch => ({ op: "replace", path: `/${index}/discarded`, value: false }),
  add: (value: Prediction): Patch => ({ op: "add", path: "/-", value }),
  /** What the reader said of a drawn sticker. */
  values: (index: number, value: Alternative[]): Patch => ({ op: "replace", path: `/${index}/values`, value }),
  /** The model's reading stands again (see `restore` in the schema). */
  restoreValue: (index: number, field: "code" | "quantity", value: string): Patch => ({
    op: "replace",
    path: `/${index}/${field}/value`,
    value,
    restore: true,
  }),
};
