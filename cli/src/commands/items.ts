import {
  ITEM_FIELDS,
  ITEM_FILE_DELIMITERS,
  ITEM_FILE_ENCODINGS,
  type ItemColumns,
  type ItemField,
  type ItemImportInput,
  type ItemImportSummary,
  itemImportInputSchema,
} from "@precount/domain";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type CommandContext, helpText, parseName, USAGE_ERROR } from "../context.ts";
import { startProgress } from "../progress.ts";
import { type Terminal, reportOperatorErrors } from "../terminal.ts";

type ImportOptions = {
  event?: string;
  group?: string;
  column?: ItemColumns;
  dryRun?: boolean;
  skipRejected?: boolean;
} & Pick<ItemImportInput, "encoding" | "sheet" | "padCodes"> & { delimiter?: string };

/** Rejected rows that are printed. The screen lists more. */
const MAX_PRINTED = 20;
const DELIMITERS: Readonly<{ [name: string]: ItemImportInput["delimiter"] }> = { tab: "\t" };

/**
 * `precount items import FILE`: exit status 0 when the list is imported, 1 when rows are rejected or the file is unreadable. A dry run
 * ends with the status of the import.
 */
export function addItemsCommand(program: Command, context: CommandContext): void {
  program
    .command("items")
    .description("import item lists")
    .command("import")
    .description("import an item list file as the next version of a list")
    .argument("<file>", "CSV, TSV, XLSX or JSON", parseName)
    .addOption(new Option("--event <slug>", "the list of one event").argParser(parseName).conflicts("group"))
    .addOption(new Option("--group <name>", "the list of a group, or 'everyone'").argParser(parseName))
    .option("--column <field=name>", `where a field is; fields: ${ITEM_FIELDS.join(", ")}`, addColumn)
    .addOption(new Option("--encoding <name>", "the encoding of a text file").choices(ITEM_FILE_ENCODINGS))
    .addOption(new Option("--delimiter <text>", "the delimiter of a text file").choices([",", ";", "|", "tab"]))
    .option("--sheet <name>", "the sheet of an XLSX file")
    .option("--pad-codes", "add leading zeros to codes of fewer than six digits")
    .option("--dry-run", "check the file and change nothing")
    .option("--skip-rejected", "import the other rows when some are rejected")
    .addHelpText(
      "after",
      helpText(true, [
        "Works with or without a running server. Options that are left out are detected. The import switches to the new",
        "version at once or not at all; earlier versions are kept.",
      ]),
    )
    .action(async (file: string, options: ImportOptions, command: Command) => {
      if (options.event === undefined && options.group === undefined)
        command.error("error: name the list with --event or --group", { exitCode: USAGE_ERROR });
      context.exitStatus = await importFile(file, options, context);
    });
}

function addColumn(text: string, columns: ItemColumns = {}): ItemColumns {
  const [, name = "", column = ""] = /^(\w+)=(.+)$/.exec(text) ?? [];
  const field = ITEM_FIELDS.find((known): known is ItemField => known === name);
  if (field === undefined)
    throw new InvalidArgumentError(`It must be FIELD=COLUMN with one of: ${ITEM_FIELDS.join(", ")}.`);
  return { ...columns, [field]: column };
}

async function importFile(
  file: string,
  { event, group, column, delimiter, dryRun, ...rest }: ImportOptions,
  { terminal, environment }: CommandContext,
): Promise<number> {
  const { importItemFile, readConfig } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const progress = startProgress(terminal, "%");
    const input = itemImportInputSchema.parse({
      ...rest,
      step: dryRun ? "dryRun" : "import",
      ...(column !== undefined && { columns: column }),
      ...(delimiter !== undefined && {
        delimiter: ITEM_FILE_DELIMITERS.find((known) => known === delimiter) ?? DELIMITERS[delimiter],
      }),
    });
    const owner = event === undefined ? { group: group ?? "" } : { event };
    const importing = importItemFile(readConfig(environment), {
      file,
      owner,
      input,
      // Reading takes about half of the time.
      onProgress: ({ phase, share }) =>
        progress.update(Math.round(phase === "reading" ? 50 * share : 50 + 50 * share), 100),
    });
    const { summary, refusal } = await importing.finally(progress.stop);
    print(terminal, summary, refusal);
    return refusal === null ? 0 : 1;
  });
}

function print(terminal: Terminal, summary: ItemImportSummary, refusal: string | null): void {
  const { version, items, added, changed, removed, rejected, repeated, rejections, elapsedMs } = summary;
  for (const { line, reason } of rejections.slice(0, MAX_PRINTED)) terminal.stderr(`Line ${line}: ${reason}\n`);
  if (rejected > MAX_PRINTED) terminal.stderr(`… and ${rejected - MAX_PRINTED} more rejected rows\n`);
  const counts = `${items === 1 ? "1 item" : `${items} items`}: ${added} new, ${changed} changed, ${removed} removed, ${repeated} repeated, ${rejected} rejected`;
  if (refusal !== null) terminal.stderr(`${refusal}\n`);
  if (refusal !== null && items > 0 && rejected > 0)
    terminal.stderr("With --skip-rejected the other rows are imported.\n");
  const title =
    version === null ? "Nothing was imported" : `Imported version ${version} in ${(elapsedMs / 1000).toFixed(1)} s`;
  terminal.stdout(`${title}. ${counts}.\n`);
}
