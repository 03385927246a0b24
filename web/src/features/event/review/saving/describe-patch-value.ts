import { type Patch, parsePatch } from "@precount/domain";

/** A patch's value as text for a person. */
export function describePatchValue(patch: Patch): string {
  const edit = parsePatch(patch);
  switch (edit?.field) {
    case "code":
    case "quantity":
      return edit.value === "" ? "empty" : edit.value;
    case "label":
      return edit.value;
    case "discarded":
      return edit.value ? "deleted" : "not deleted";
    case "rect":
      return `box at ${edit.value.x}, ${edit.value.y}, ${edit.value.width} × ${edit.value.height}`;
    case "add":
      return `a new ${edit.value.label}`;
    case "values":
      return edit.value[0]?.value ?? "";
    case undefined:
    default:
      return "";
  }
}
