import { readFileSync } from "node:fs";
import { join } from "node:path";

const PHOTO = readFileSync(join(import.meta.dirname, "../../photos/test-data/orientation/Portrait_1.jpg"));
type File = { name: string; mimeType: string; buffer: Buffer };

/** As many small photos as wanted, each of other bytes, for the comment in each is its name: `01.jpg`, `02.jpg`… */
export const smallPhotos = (count: number): File[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `${String(at + 1).padStart(2, "0")}.jpg`;
    const comment = Buffer.from(name);
    // A JPEG's comment: FF FE, its length with these two bytes, its text. It comes right after the start, FF D8.
    const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
    return { name, mimeType: "image/jpeg", buffer: Buffer.concat([PHOTO.subarray(0, 2), segment, PHOTO.subarray(2)]) };
  });
