import { readFileSync } from "node:fs";
import { join } from "node:path";

const PHOTO = readFileSync(join(import.meta.dirname, "../../photos/test-data/orientation/Portrait_1.jpg"));
type File = { name: string; mimeType: string; buffer: Buffer };

/** Small photos with different bytes: a JPEG comment contains the name `01.jpg`, `02.jpg`… */
export const createSmallPhotos = (count: number): File[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `${String(at + 1).padStart(2, "0")}.jpg`;
    const comment = Buffer.from(name);
    // A JPEG comment segment after the start marker FF D8: FF FE, the length including its own two bytes, the text.
    const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
    return { name, mimeType: "image/jpeg", buffer: Buffer.concat([PHOTO.subarray(0, 2), segment, PHOTO.subarray(2)]) };
  });
