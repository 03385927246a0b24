import type { ExtractFormat } from "@precount/domain";
import { z } from "zod";
import { BOM, lines } from "../export/csv.ts";
import { visionServiceError } from "./vision-service-error.ts";

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

/** Models return numbers for digits and null for empty cells. */
const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]).transform((cell) => String(cell ?? ""));
const tableSchema = z.object({ rows: z.array(z.array(cellSchema).max(200)).max(20_000) });
const tablesSchema = z.object({ tables: z.array(tableSchema).max(1000), text: z.array(z.string()).default([]) });
type Tables = z.infer<typeof tablesSchema>;

/** Reads the tables in the answer of a completion. Throws VisionServiceError when there are none. */
export function parseTables(answer: string): Tables {
  const completion = completionSchema.safeParse(parseJson(answer));
  const [choice] = completion.data?.choices ?? [];
  if (!choice) throw visionServiceError("did not answer with a completion. Please tell your admin.");
  if (choice.finish_reason === "length")
    throw visionServiceError("ended its answer early. Please send a part of the image.");
  const tables = tablesSchema.safeParse(parseJson(withoutFence(choice.message.content ?? "")));
  if (!tables.success) throw visionServiceError("did not answer with tables. Please try again or send another image.");
  if (tables.data.tables.every(({ rows }) => rows.length === 0) && tables.data.text.length === 0) {
    throw visionServiceError("found nothing to read in this image.");
  }
  return tables.data;
}

/** Models often wrap JSON in a Markdown fence, even when asked not to. */
const withoutFence = (content: string): string => /```(?:\w+)?\s*\n([\s\S]*?)```/.exec(content)?.[1] ?? content;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Tables as text, in the format of the local reader. */
export function toContents(format: ExtractFormat, { tables, text }: Tables): string {
  const whole = tables.filter(({ rows }) => rows.length > 0).map(({ rows }) => ({ rows: padRows(rows) }));
  if (format === "json") return JSON.stringify({ tables: whole, text });
  const shown = whole.length > 0 ? whole.map(({ rows }) => rows) : [text.map((line) => [line])];
  return BOM + shown.map(lines).join("\r\n");
}

function padRows(rows: readonly (readonly string[])[]): string[][] {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? ""));
}
