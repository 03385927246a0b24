import { createHash, randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../server.ts";

/** A new photo: a sample's bytes with a few bytes after the end of the image. */
export type FreshPhoto = { name: string; picture: Buffer; rest: Buffer; sha256: string };

export type SamplePictures = readonly Buffer[];

/** The sample photos of 12 megapixels in memory, so that clients do not read the disk meanwhile. */
export async function readSamples(): Promise<SamplePictures> {
  const folder = join(ROOT, "samples");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jpg")).toSorted();
  return Promise.all(names.map((name) => readFile(join(folder, name))));
}

export function freshPhotos(samples: SamplePictures, count: number): FreshPhoto[] {
  return Array.from({ length: count }, (_, index) => {
    const picture = samples[index % samples.length];
    if (!picture) throw new Error("There are no sample photos.");
    const rest = randomBytes(16);
    const sha256 = createHash("sha256").update(picture).update(rest).digest("hex");
    return { name: `${1000 + index}.jpg`, picture, rest, sha256 };
  });
}

export const sizeOf = ({ picture, rest }: FreshPhoto): number => picture.length + rest.length;
