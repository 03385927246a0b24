import { DATASET_FORMATS, type DatasetFormat, datasetOptionsSchema } from "@precount/domain";
import { type Command, Option } from "commander";
import { type CommandContext, helpText, parseName } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

type Options = { format: DatasetFormat; event: string; links?: boolean; approvedOnly?: boolean };

/** `precount export --format FORMAT --event SLUG OUT`: exit status 0 when the dataset is written, 1 when it is not. */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command("export")
    .description("write an event's images and boxes for training and labeling tools")
    .argument("<out>", "a new folder, or a file that ends with .zip", parseName)
    .addOption(new Option("--format <name>", "the format").choices(DATASET_FORMATS).makeOptionMandatory())
    .requiredOption("--event <slug>", "the event", parseName)
    .option("--links", "write addresses of the images instead of their files; they ask for a sign-in")
    .option("--approved-only", "leave out images that are not approved")
    .addHelpText(
      "after",
      helpText(true, [
        "Works with or without a running server. Rejected images and images without a detection are left out. Images of",
        "one area are all in train or all in val. Boxes are rotated where the format has rotated boxes.",
      ]),
    )
    .action(async (out: string, options: Options) => {
      context.exitStatus = await writeDataset(out, options, context);
    });
}

async function writeDataset(
  out: string,
  { format, event, links = false, approvedOnly = false }: Options,
  { terminal, environment }: CommandContext,
): Promise<number> {
  const { exportDataset, readConfig } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const options = datasetOptionsSchema.parse({ format, pixels: links ? "links" : "files", approvedOnly });
    const images = await exportDataset(readConfig(environment), { event, options, out });
    terminal.stdout(`Wrote ${images === 1 ? "1 image" : `${images} images`} with their boxes to ${out}\n`);
    return 0;
  });
}
