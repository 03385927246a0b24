import { ITEM_FILE_LIMITS } from "@precount/domain";
import { Alert, Button, Checkbox } from "antd";
import { type ReactElement, useState } from "react";
import { KeepText } from "../../../shared/forms/KeepInput.tsx";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { DropZone } from "../../../ui/DropZone.tsx";
import { CheckResult } from "./CheckResult.tsx";
import { FileOptions } from "./FileOptions.tsx";
import styles from "./Import.module.css";
import { PreviewTable } from "./PreviewTable.tsx";
import type { ImportProgress } from "./send-import.ts";
import { useImport } from "./use-import.ts";

type Props = {
  url: string;
  /** The current version, 0 for none. */
  version: number;
  /** Why an import is not allowed; null when it is. */
  reason: string | null;
  onImported: (version: number) => void;
};

const PHASES: Readonly<Record<ImportProgress["phase"], string>> = {
  sending: "Sending the file",
  reading: "Checking the rows",
  storing: "Comparing with the current list",
};

const scrollToResult = (section: HTMLElement | null): void => section?.scrollIntoView({ block: "nearest" });

/** Chooses a file, shows how it is read, checks it, and imports it. */
export function ImportForm({ url, version, reason, onImported }: Props): ReactElement {
  const items = useImport(url);
  const { file, preview, summary, progress, error } = items;
  const [skips, setSkips] = useState(false);
  const isBusy = progress !== null;
  const hasCode = preview?.options.columns.code !== undefined;
  const isChecked = summary !== null;
  const isReady = isChecked && summary.items > 0 && (summary.rejected === 0 || skips);
  const runImport = async (): Promise<void> => {
    const done = await items.run(version, skips);
    const made = done?.version ?? null;
    if (made !== null) onImported(made);
  };
  return (
    <>
      <section className={`pc-panel ${styles["section"] ?? ""}`}>
        <h2>1. File</h2>
        <KeepText isChanged={file !== null} />
        <DropZone
          label="Item list file"
          buttonText={file === null ? "Choose a file, or drop it here" : "Choose another file"}
          hint={file?.name ?? `CSV, TSV, XLSX or JSON, up to ${ITEM_FILE_LIMITS.maxBytes / 1024 / 1024} MB`}
          reason={reason}
          isDisabled={isBusy}
          isSmall={file !== null}
          accept=".csv,.tsv,.txt,.xlsx,.json"
          onFiles={([chosen]) => chosen && void items.choose(chosen)}
        />
        <ImportStatus progress={progress} error={error} />
      </section>
      {preview !== null && (
        <section className={`pc-panel ${styles["section"] ?? ""}`}>
          <h2>2. Columns</h2>
          <FileOptions preview={preview} isBusy={isBusy} onChange={(options) => void items.change(options)} />
          <PreviewTable preview={preview} isBusy={isBusy} onChange={(options) => void items.change(options)} />
          <div className={styles["actions"]}>
            <Button
              type={isChecked ? "default" : "primary"}
              disabled={!hasCode || isBusy}
              onClick={() => {
                setSkips(false);
                void items.check(version);
              }}
            >
              Check the file
            </Button>
            <span className="pc-quiet">
              {hasCode ? "The check changes nothing." : "Choose the column with the six-digit codes first."}
            </span>
          </div>
        </section>
      )}
      {summary !== null && (
        <section
          // After a check its result comes into view; an import leaves the screen.
          ref={scrollToResult}
          className={`pc-panel ${styles["section"] ?? ""}`}
        >
          <h2>3. Import</h2>
          <CheckResult summary={summary} />
          <div className={styles["actions"]}>
            <Button type="primary" disabled={!isReady || isBusy} onClick={() => void runImport()}>
              {`Import ${summary.items.toLocaleString("en-GB")} ${summary.items === 1 ? "item" : "items"}`}
            </Button>
            {summary.rejected > 0 && (
              <Checkbox checked={skips} disabled={isBusy} onChange={({ target }) => setSkips(target.checked)}>
                Import without the rejected rows
              </Checkbox>
            )}
          </div>
        </section>
      )}
    </>
  );
}

function ImportStatus({ progress, error }: { progress: ImportProgress | null; error: string | null }): ReactElement {
  return (
    <div className={styles["progress"]} aria-live="polite">
      {progress !== null && (
        <>
          {PHASES[progress.phase]} …
          <ProgressCell percent={Math.round(progress.share * 100)} label={PHASES[progress.phase]} />
        </>
      )}
      {error !== null && <Alert type="error" showIcon title={error} />}
    </div>
  );
}
