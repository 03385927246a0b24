import { basename } from "node:path";
import { type Outcome, accept, assignShelves, canUseModel, defaultModel, refuse } from "@precount/domain";
import type { DetectAnswer, ModelInfo, ModelServer, VisionProcess } from "@precount/vision";
import { type Command, Option } from "commander";
import { type CommandContext, helpText, USAGE_ERROR } from "../context.ts";
import { type DetectedPhoto, type FailedPhoto, csvHeader, csvLines, humanLines, jsonLine } from "../detect-format.ts";
import { type Progress, startProgress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";

type DetectOptions = { model?: string; json?: boolean; csv?: boolean; models?: boolean };
type Format = "json" | "csv" | "human";

/** `precount detect`: exit status 0, 1 when a photo could not be read, 2 for wrong arguments. */
export function addDetectCommand(program: Command, context: CommandContext): void {
  program
    .command("detect")
    .description("find and read stickers in photos, without a server")
    .argument("[photos...]", "image files")
    .option("--model <name>", "the model to use; the default is the model that new photos are read with")
    .addOption(new Option("--json", "print one JSON line for each photo, in pixels of the upright photo"))
    .addOption(new Option("--csv", "print one CSV line for each detection").conflicts("json"))
    .option("--models", "list the models and exit")
    .addHelpText(
      "after",
      helpText(false, ["KSERVE_URL, KSERVE_TOKEN and KSERVE_BINARY work as for a worker: see docs/operations.md."]),
    )
    .action(async (photos: string[], options: DetectOptions, command: Command) => {
      if (photos.length === 0 && !options.models) {
        command.error("error: name at least one photo", { exitCode: USAGE_ERROR });
      }
      context.exitStatus = await detect(photos, options, context);
    });
}

async function detect(
  photos: readonly string[],
  options: DetectOptions,
  { terminal, environment }: CommandContext,
): Promise<number> {
  const modelServer = await readModelServer(environment);
  if (typeof modelServer === "string") {
    terminal.stderr(`${modelServer}\n`);
    return USAGE_ERROR;
  }
  const { VisionProcess, loadModels } = await import("@precount/vision");
  const models = await loadModels({ modelServer });
  if (options.models) {
    terminal.stdout(models.map(({ name, title, status }) => `${name}  ${title} (${status})\n`).join(""));
    return 0;
  }
  const model = chooseModel(models, options.model);
  if (!model.ok) {
    terminal.stderr(`${model.reason}\n`);
    return USAGE_ERROR;
  }
  const format = options.json ? "json" : options.csv ? "csv" : "human";
  return detectAll(new VisionProcess({ modelServer }), photos, model.value, format, terminal);
}

/** The model's name, or the reason why it cannot be used. Operators may use what admins may. */
export function chooseModel(
  models: readonly Pick<ModelInfo, "name" | "title" | "status" | "backend" | "trainedAt">[],
  wanted: string | undefined,
): Outcome<string> {
  const name = wanted ?? defaultModel(models)?.name;
  const model = models.find((candidate) => candidate.name === name);
  if (!model) {
    return refuse(
      `There is no model ${wanted ?? "in use"}. Available: ${models.map((known) => known.name).join(", ")}.`,
    );
  }
  const usable = canUseModel({ role: "admin" }, model);
  return usable.ok ? accept(model.name) : usable;
}

/** The model server of KSERVE_URL, null without one, or what is wrong with the setting. Loads the server package only if needed. */
async function readModelServer(environment: NodeJS.ProcessEnv): Promise<ModelServer | string | null> {
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

async function detectAll(
  vision: VisionProcess,
  files: readonly string[],
  model: string,
  format: Format,
  terminal: Terminal,
): Promise<number> {
  let hasFailed = false;
  const progress: Progress | null = files.length > 1 ? startProgress(terminal, "photos") : null;
  if (format === "csv") terminal.stdout(csvHeader());
  try {
    for (const [index, file] of files.entries()) {
      progress?.update(index, files.length);
      const outcome = await detectOne(vision, file, model);
      if ("error" in outcome) hasFailed = true;
      progress?.stop();
      print(outcome, format, terminal);
    }
  } finally {
    progress?.stop();
    await vision.close();
  }
  return hasFailed ? 1 : 0;
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
  if (/^(ENOENT|ENOTDIR)/.test(message)) return `There is no file ${basename(file)}.`;
  if (message.startsWith("EISDIR")) return `${basename(file)} is a folder.`;
  if (message.startsWith("EACCES")) return `You are not allowed to read ${basename(file)}.`;
  return message;
}

function print(outcome: DetectedPhoto | FailedPhoto, format: Format, terminal: Terminal): void {
  if (format === "json") terminal.stdout(jsonLine(outcome));
  else if ("error" in outcome) terminal.stderr(`${outcome.file}: ${outcome.error}\n`);
  else terminal.stdout(format === "csv" ? csvLines(outcome) : humanLines(outcome));
}
