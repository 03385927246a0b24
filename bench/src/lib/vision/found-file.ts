import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type FoundResult, toFoundResults } from "@precount/vision";
import { z } from "zod";

const readingSchema = z.object({ value: z.string(), pattern: z.string().nullable() });
const lineSchema = z.object({
  file: z.string(),
  error: z.string().optional(),
  detections: z
    .array(
      z.object({
        label: z.enum(["sticker", "shelf"]),
        rect: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), angle: z.number() }),
        code: readingSchema,
        quantity: readingSchema.optional(),
      }),
    )
    .default([]),
});

/**
 * Parses the output of `precount detect --json` by photo name; a photo that could not be read is empty. Throws an
 * Error with a message for the user.
 */
export async function readFoundFile(file: string): Promise<Map<string, FoundResult[]>> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`${file} cannot be read: --found needs the output of 'precount detect --json'.`);
  });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return new Map(lines.map((line, i) => parseLine(line, `${file}, line ${i + 1}`)));
}

function parseLine(line: string, place: string): [string, FoundResult[]] {
  const parsed = lineSchema.safeParse(toJson(line));
  if (!parsed.success) {
    throw new Error(`${place}: not a line of 'precount detect --json':\n${z.prettifyError(parsed.error)}`);
  }
  const detections = parsed.data.detections.map(({ quantity, ...rest }) => ({
    ...rest,
    ...(quantity && { quantity }),
  }));
  return [basename(parsed.data.file), toFoundResults(detections)];
}

function toJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
