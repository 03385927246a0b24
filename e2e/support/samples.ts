import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ResultClass, type Rect, rotatedIou } from "@precount/domain";

const FOLDER = join(import.meta.dirname, "../../samples");

export type TrueResult = { label: ResultClass; code: string; quantity?: string; shelfCode?: string; rect: Rect };
export type TruePhoto = { image: string; results: TrueResult[] };

/** The sample photos with their truth. */
export const samples = JSON.parse(readFileSync(join(FOLDER, "truth.json"), "utf8")) as TruePhoto[]; // our own file
export const samplePath = (image: string): string => join(FOLDER, image);
export const samplePaths = samples.map(({ image }) => samplePath(image));

/** The true result inside a found box, or null. */
export function trueResultAt(photo: TruePhoto, found: { label: ResultClass; rect: Rect }): TrueResult | null {
  const same = photo.results.filter(({ label }) => label === found.label);
  if (found.label === "shelf") {
    const tagY = ({ rect }: TrueResult): number => rect.y + rect.height / 2;
    return same.find((tag) => tagY(tag) >= found.rect.y && tagY(tag) <= found.rect.y + found.rect.height) ?? null;
  }
  return same.find(({ rect }) => rotatedIou(rect, found.rect) >= 0.5) ?? null;
}
