import type { ItemFileOptions, ItemFilePreview, ItemImportStep, ItemImportSummary } from "@precount/domain";
import { useState } from "react";
import { type ImportProgress, sendImport } from "./send-import.ts";

type ImportState = {
  file: File | null;
  /** The options that the person has set. The others are detected again with each preview. */
  given: ItemFileOptions;
  preview: ItemFilePreview | null;
  /** The result of the check. */
  summary: ItemImportSummary | null;
  progress: ImportProgress | null;
  error: string | null;
};

const START: ImportState = { file: null, given: {}, preview: null, summary: null, progress: null, error: null };

export type ItemImport = Omit<ImportState, "given"> & {
  /** Reads the first rows of a file, with the form that is detected. */
  choose: (file: File) => Promise<void>;
  /** Reads the first rows again with other options. */
  change: (options: ItemFileOptions) => Promise<void>;
  check: (expectedVersion: number) => Promise<void>;
  /** Imports the checked file. @returns the summary; null when it failed */
  run: (expectedVersion: number, skipRejected: boolean) => Promise<ItemImportSummary | null>;
};

/** The options with which a preview was read, so that the check and the import read the file the same way: null values are left out. */
function toOptions({ options }: ItemFilePreview): ItemFileOptions {
  const { sheet, ...rest } = options;
  return sheet === null ? rest : { ...rest, sheet };
}

/** A preview with options that the person has just set, shown until the server has read the file with them. */
function withOptions(preview: ItemFilePreview, { columns: _columns, ...given }: ItemFileOptions): ItemFilePreview {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...preview, options: { ...preview.options, ...set } };
}

/** The steps of an import. The file is sent with each of them, because the server keeps nothing between them. */
export function useImport(url: string): ItemImport {
  const [state, setState] = useState(START);
  const send = async (
    file: File,
    step: ItemImportStep,
    options: ItemFileOptions & { expectedVersion?: number; skipRejected?: boolean },
  ) => {
    const onProgress = (progress: ImportProgress): void => setState((now) => ({ ...now, progress }));
    setState((now) => ({ ...now, error: null, progress: { phase: "sending", share: 0 } }));
    const answer = await sendImport(url, file, { ...options, step }, onProgress);
    setState((now) => ({ ...now, progress: null }));
    if (answer !== null && "error" in answer) {
      const { message, details } = answer.error;
      setState((now) => ({ ...now, error: message, summary: details ?? now.summary }));
    }
    return answer !== null && "result" in answer ? answer.result : null;
  };
  const preview = async (file: File, given: ItemFileOptions): Promise<boolean> => {
    const result = await send(file, "preview", given);
    if (!result || !("columns" in result)) return false;
    setState((now) => ({ ...now, file, given, preview: result, summary: null }));
    return true;
  };
  const runStep = async (
    step: "dryRun" | "import",
    decisions: { expectedVersion: number; skipRejected?: boolean },
  ): Promise<ItemImportSummary | null> => {
    if (!state.file || !state.preview) return null;
    const result = await send(state.file, step, { ...toOptions(state.preview), ...decisions });
    if (!result || "columns" in result) return null;
    setState((now) => ({ ...now, summary: result }));
    return result;
  };
  const { given: _given, ...shown } = state;
  return {
    ...shown,
    choose: async (file) => {
      setState({ ...START, file });
      await preview(file, {});
    },
    change: async (options) => {
      const { file, given, preview: before } = state;
      if (!file || !before) return;
      setState((now) => ({ ...now, preview: withOptions(before, options) }));
      const isRead = await preview(file, { ...given, ...options });
      if (!isRead) setState((now) => ({ ...now, preview: before }));
    },
    check: async (expectedVersion) => void (await runStep("dryRun", { expectedVersion })),
    run: (expectedVersion, skipRejected) => runStep("import", { expectedVersion, skipRejected }),
  };
}
