import { basename } from "node:path";
import { parseArgs } from "node:util";
import { assignShelves, defaultModel } from "@precount/domain";
import { type DetectAnswer, type ModelServer, VisionProcess, loadModels } from "@precount/vision";
import { type DetectedPhoto, type FailedPhoto, csvHeader, csvLines, humanLines, jsonLine } from "./format.ts";

export interface CommandIo {
  stdout(text: string): void;
  stderr(text: string): void;
}

const processIo: CommandIo = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
};

const USAGE = `Usage: precount detect [--model NAME] [--json | --csv] PHOTO…

Finds stickers and shelf tags in photos and reads them. Needs no server and no database.

  --model NAME  which model; 'precount detect --models' lists them (default: the one that new photos go through)
  --json        one line a photo, sizes and rects in pixels of the upright photo
  --csv         one line a detection

KSERVE_URL, KSERVE_TOKEN and KSERVE_BINARY do the same as for a worker: docs/operations.md.
`;

/** `precount detect`. Answers the exit status: 0, 1 when a photo could not be read, 2 for a wrong command line. */
export async function detectCommand(
  argv: string[],
  io: CommandIo = processIo,
  environment = process.env,
): Promise<number> {
  const parsed = parse(argv);
  if (typeof parsed === "string") {
    io.stderr(`${parsed}\n\n${USAGE}`);
    return 2;
  }
  if (parsed.help) {
    io.stdout(USAGE);
    return 0;
  }
  const modelServer = await modelServerSet(environment);
  if (typeof modelServer === "string") {
    io.stderr(`${modelServer}\n`);
    return 2;
  }
  const models = await loadModels({ modelServer });
  if (parsed.models) {
    for (const { name, title, status } of models) io.stdout(`${name}  ${title} (${status})\n`);
    return 0;
  }
  const model = parsed.model ?? defaultModel(models)?.name;
  if (model === undefined || !models.some(({ name }) => name === model)) {
    io.stderr(`There is no model ${model ?? "in use"}. There are: ${models.map(({ name }) => name).join(", ")}.\n`);
    return 2;
  }
  const vision = new VisionProcess({ modelServer });
  return detectAll(vision, parsed.photos, model, parsed.format, io);
}

/** Where our networks run, as for a worker; in words what is wrong with the setting. The server is loaded only to read it. */
async function modelServerSet(environment: NodeJS.ProcessEnv): Promise<ModelServer | string | null> {
  const { KSERVE_URL, KSERVE_TOKEN, KSERVE_BINARY } = environment;
  if (!KSERVE_URL) return null;
  const { OperatorError, readConfig } = await import("@precount/server");
  try {
    return readConfig({ KSERVE_URL, KSERVE_TOKEN, KSERVE_BINARY }).modelServer;
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}

type Format = "json" | "csv" | "human";
interface Arguments {
  photos: string[];
  model: string | undefined;
  format: Format;
  help: boolean;
  models: boolean;
}

function parse(argv: string[]): Arguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        model: { type: "string" },
        json: { type: "boolean", default: false },
        csv: { type: "boolean", default: false },
        models: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    const { model, json, csv, help, models } = values;
    if (json && csv) return "Either --json or --csv, not both.";
    if (positionals.length === 0 && !help && !models) return "Name at least one photo.";
    return { photos: positionals, model, format: json ? "json" : csv ? "csv" : "human", help, models };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function detectAll(
  vision: VisionProcess,
  files: string[],
  model: string,
  format: Format,
  io: CommandIo,
): Promise<number> {
  let failed = false;
  if (format === "csv") io.stdout(csvHeader());
  try {
    for (const file of files) {
      const outcome = await detectOne(vision, file, model);
      if ("error" in outcome) failed = true;
      print(outcome, format, io);
    }
  } finally {
    await vision.close();
  }
  return failed ? 1 : 0;
}

async function detectOne(vision: VisionProcess, file: string, modelName: string): Promise<DetectedPhoto | FailedPhoto> {
  try {
    return toDetected(file, modelName, await vision.detect({ path: file, modelName }));
  } catch (error) {
    return { file, error: describe(error, file) };
  }
}

function toDetected(file: string, model: string, { detections, image, elapsedMs }: DetectAnswer): DetectedPhoto {
  const shelves = assignShelves(detections);
  return {
    file,
    image,
    model,
    elapsedMs,
    detections: detections.map((detection, i) => ({ ...detection, shelfCode: shelves[i] ?? null })),
  };
}

function describe(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith("ENOENT")) return `There is no file ${basename(file)}.`;
  if (message.startsWith("EISDIR")) return `${basename(file)} is a folder.`;
  if (message.startsWith("EACCES")) return `${basename(file)} may not be read by you.`;
  return message;
}

function print(outcome: DetectedPhoto | FailedPhoto, format: Format, io: CommandIo): void {
  if (format === "json") io.stdout(jsonLine(outcome));
  else if ("error" in outcome) io.stderr(`${outcome.file}: ${outcome.error}\n`);
  else io.stdout(format === "csv" ? csvLines(outcome) : humanLines(outcome));
}
