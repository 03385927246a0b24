import { MAX_PHOTO_BYTES, formatSize } from "@precount/domain";
import type { FormRule } from "antd";

/** Checks a photo before the upload. Null when it is acceptable; the server checks the contents. */
export function photoRefusal(file: Pick<File, "type" | "size"> | undefined): string | null {
  if (file === undefined) return "Please choose a photo";
  // Browsers have no type for some formats, such as HEIC.
  if (file.type !== "" && !file.type.startsWith("image/")) return "This is not an image file. Please choose a photo.";
  if (file.size === 0) return "The file is empty. Please choose another one.";
  return file.size > MAX_PHOTO_BYTES
    ? `The photo is larger than ${formatSize(MAX_PHOTO_BYTES)}. Please choose a smaller one.`
    : null;
}

export const photoRule: FormRule = {
  validator: async (_rule, file: File | undefined) => {
    const refusal = photoRefusal(file);
    if (refusal !== null) throw new Error(refusal);
  },
};
