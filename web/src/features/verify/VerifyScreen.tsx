import { readableFileName } from "@precount/domain";
import { Alert } from "antd";
import { type ReactElement, useState } from "react";
import { DropZone } from "../../ui/DropZone.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { type CheckedFile, checkFile } from "./check-file.ts";
import { FileVerdictView } from "./FileVerdictView.tsx";
import styles from "./Verify.module.css";

/** Verifies exported reports, or a close code. */
export function VerifyScreen(): ReactElement {
  const [checked, setChecked] = useState<readonly CheckedFile[]>([]);
  const [running, setRunning] = useState<string | null>(null);
  const check = async (files: readonly File[]): Promise<void> => {
    setChecked([]);
    for (const file of files) {
      setRunning(readableFileName(file.name, "file"));
      const result = await checkFile(file);
      if (result === null) break;
      setChecked((now) => [...now, result]);
    }
    setRunning(null);
  };
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Verify a report</h1>
        <span className="pc-quiet">Compares an exported report with its seal. Nothing is stored.</span>
      </div>
      <div className={styles["ways"]}>
        <section className="pc-panel" aria-label="File">
          <DropZone
            label="Exported reports"
            buttonText="Choose exports to verify"
            hint="CSV, XLSX or JSON, with the file name of the export"
            accept=".csv,.xlsx,.json"
            isMultiple
            isDisabled={running !== null}
            onFiles={(files) => void check(files)}
          />
        </section>
        <section className={`pc-panel ${styles["code"] ?? ""}`} aria-label="Close code">
          <CodeForm />
        </section>
      </div>
      <div aria-live="polite" className={styles["results"]}>
        {checked.map(({ id, name, outcome }) =>
          "problem" in outcome ? (
            <Alert key={id} type="error" showIcon title={name} description={outcome.problem} />
          ) : (
            <FileVerdictView key={id} name={name} verdict={outcome.verdict} />
          ),
        )}
        {running !== null && <p className="pc-quiet">Verifying {running} …</p>}
      </div>
    </div>
  );
}
