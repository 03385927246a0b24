import { createReadStream } from "node:fs";
import {
  type CocoAnnotation,
  type CocoImage,
  MAX_IMPORTED_BOXES,
  type ResultClass,
  classOfCategory,
  cocoAnnotationSchema,
  cocoCategorySchema,
  cocoImageSchema,
} from "@precount/domain";
import { JSONParser } from "@streamparser/json";
import type { z } from "zod";
import { AppError } from "../../errors/app-error.ts";

export type CocoBoxes = {
  image: CocoImage;
  boxes: { label: ResultClass; annotation: CocoAnnotation }[];
  /** Boxes of categories other than sticker and shelf. */
  otherBoxes: number;
};
export type CocoFile = { images: CocoBoxes[]; otherBoxes: number };

const NOT_COCO = "This is not a COCO file: it needs the lists images, annotations and categories.";
const invalid = (message: string, cause?: unknown): AppError => new AppError("BAD_REQUEST", message, { cause });

/**
 * Reads a COCO file piece by piece, so that other requests run in between. Boxes of other categories are counted. Throws AppError
 * with a message for the person.
 */
export async function readCoco(path: string): Promise<CocoFile> {
  const found = {
    images: [] as CocoImage[],
    annotations: [] as CocoAnnotation[],
    categories: new Map<string, string>(),
  };
  const take: Readonly<Record<string, (value: unknown, at: string) => void>> = {
    images: (value, at) => found.images.push(parse(cocoImageSchema, value, at)),
    annotations: (value, at) => found.annotations.push(parse(cocoAnnotationSchema, value, at)),
    categories: (value, at) => {
      const { id, name } = parse(cocoCategorySchema, value, at);
      found.categories.set(id, name);
    },
  };
  const parser = new JSONParser({ paths: Object.keys(take).map((name) => `$.${name}.*`), keepStack: false });
  let failure: unknown = null;
  parser.onValue = ({ value, key, stack }) => {
    const list = String(stack[1]?.key);
    try {
      take[list]?.(value, `${list}, entry ${Number(key) + 1}`);
    } catch (error) {
      failure ??= error;
    }
  };
  for await (const text of createReadStream(path, "utf8")) {
    try {
      parser.write(String(text));
    } catch (error) {
      throw invalid(NOT_COCO, error);
    }
    if (failure !== null) throw failure;
  }
  if (!parser.isEnded || found.images.length === 0 || found.categories.size === 0) throw invalid(NOT_COCO);
  const names = [...new Set(found.categories.values())];
  if (names.every((name) => classOfCategory(name) === null)) throw invalid(describeOtherCategories(names));
  return group(found);
}

/** Names of categories that a message lists. */
const MAX_NAMED = 10;

function describeOtherCategories(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const listed = names.slice(0, MAX_NAMED).join(", ");
  return `The file has no category sticker or shelf; it has: ${listed}${more > 0 ? ` and ${more} more` : ""}.`;
}

function parse<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  // Without the cause, whose messages would replace this one.
  throw invalid(`The file is damaged at ${at}: ${field || "the entry"} is missing or has a wrong value.`);
}

function group(found: {
  images: CocoImage[];
  annotations: CocoAnnotation[];
  categories: Map<string, string>;
}): CocoFile {
  const byId = new Map(
    found.images.map((image): [string, CocoBoxes] => [image.id, { image, boxes: [], otherBoxes: 0 }]),
  );
  let otherBoxes = 0;
  for (const annotation of found.annotations) {
    const label = classOfCategory(found.categories.get(annotation.category_id) ?? "");
    const ofImage = byId.get(annotation.image_id);
    if (label === null || !ofImage) {
      otherBoxes += 1;
      if (ofImage) ofImage.otherBoxes += 1;
    } else if (ofImage.boxes.push({ label, annotation }) > MAX_IMPORTED_BOXES)
      throw invalid(`Image ${annotation.image_id} of the file has more than ${MAX_IMPORTED_BOXES} boxes.`);
  }
  return { images: [...byId.values()], otherBoxes };
}
