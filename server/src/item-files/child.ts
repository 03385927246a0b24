/** The forked child of ItemFileProcess. The server reads uploaded item lists and exports only here. */
import type { ItemFileOptions, ItemFilePreview } from "@precount/domain";
import { serveCalls } from "@precount/forked-process";
import { convertItemFile } from "./convert-file.ts";
import { ItemFileError } from "./item-file-error.ts";
import { openItemFile } from "./open-file.ts";
import { type SheetNames, readTableFile } from "./table-file.ts";

const UNREADABLE_TABLE = "The file cannot be read. Choose the .csv, .xlsx or .json file that Precount exported.";
const UNREADABLE = "The file cannot be read as an item list. Save it as .csv or .xlsx and choose it again.";

/** The share that is read of each running conversion, by its output path. */
const shares = new Map<string, number>();

serveCalls({
  preview: ({ path, options }: { path: string; options: ItemFileOptions }) =>
    forPeople(async (): Promise<ItemFilePreview> => {
      const { readRows: _, ...preview } = await openItemFile(path, options, false);
      return preview;
    }),
  convert: ({ path, options, outPath }: { path: string; options: ItemFileOptions; outPath: string }) =>
    forPeople(() =>
      convertItemFile(path, options, outPath, (done, total) => shares.set(outPath, done / total)),
    ).finally(() => shares.delete(outPath)),
  table: ({ path, sheets }: { path: string; sheets: SheetNames }) =>
    forPeople(() => readTableFile(path, sheets), UNREADABLE_TABLE),
  share: async ({ outPath }: { outPath: string }) => shares.get(outPath) ?? 0,
});

/** Errors with a message for a person pass; the message of any other one is replaced. */
async function forPeople<T>(work: () => Promise<T>, unreadable = UNREADABLE): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ItemFileError) throw error;
    throw new ItemFileError(unreadable, { cause: error });
  }
}
