import { CopyOutlined, DownloadOutlined } from "@ant-design/icons";
import { type ExtractFormat, formatDuration } from "@precount/domain";
import { Alert, Button } from "antd";
import { type ReactElement, useState } from "react";
import { copyText } from "../../../shared/feedback/copy-text.ts";
import { saveText } from "../../../shared/api/download.ts";
import { StaleTag } from "../StaleTag.tsx";
import styles from "../Experiments.module.css";
import { extractedTables, displayText } from "./extracted-tables.ts";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";

/** Limits of what is rendered; the download is complete. */
const MAX_ROWS = 500;
const MAX_CHARACTERS = 200_000;

const MIME = { csv: "text/csv;charset=utf-8", json: "application/json" } as const;

type Props = {
  contents: string;
  /** Milliseconds. */
  elapsed: number;
  /** Parts that could not be read, one sentence each. */
  problems: readonly string[];
  format: ExtractFormat;
  fileName: string;
  /** The form has changed since the run. */
  isStale: boolean;
};

/** The extracted contents as tables and as text. They are never rendered as HTML. */
export function ExtractedView({ contents, elapsed, problems, format, fileName, isStale }: Props): ReactElement {
  const tables = extractedTables(contents, format);
  const text = displayText(contents, format);
  const [view, setView] = useState<"table" | "text">(format === "csv" ? "table" : "text");
  const shown = tables.length === 0 ? "text" : view;
  return (
    <>
      <div className={styles["summary"]}>
        <strong>{tables.length === 1 ? "1 table" : `${tables.length} tables`}</strong>
        <span>{formatDuration(elapsed)}</span>
        <bdi className="pc-quiet">{fileName}</bdi>
        {isStale && <StaleTag verb="Extract" />}
        <span className="pc-grow" />
        <SegmentedControl
          aria-label="View"
          value={shown}
          onChange={setView}
          options={[
            { value: "table", label: "Table", disabled: tables.length === 0 },
            { value: "text", label: format.toUpperCase() },
          ]}
        />
        <Button icon={<CopyOutlined />} onClick={() => void copyText(contents)}>
          Copy
        </Button>
        <Button
          icon={<DownloadOutlined />}
          onClick={() => saveText(`${fileName.replace(/\.[^.]*$/, "")}.${format}`, contents, MIME[format])}
        >
          Download
        </Button>
      </div>
      {problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="Some parts could not be read"
          description={problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        />
      )}
      <div className={`pc-panel ${styles["output"] ?? ""}`}>
        {shown === "table" ? (
          // The tables never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          tables.map((rows, at) => <ExtractedTable key={at} number={at + 1} rows={rows} />)
        ) : (
          // A scrollable area must be focusable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={`pc-text ${styles["text"] ?? ""}`} tabIndex={0} aria-label="Contents" dir="auto">
            {text.slice(0, MAX_CHARACTERS)}
          </pre>
        )}
      </div>
      {shown === "text" && text.length > MAX_CHARACTERS && (
        <p className="pc-quiet">Only the beginning is shown. The download is complete.</p>
      )}
    </>
  );
}

function ExtractedTable({ number, rows }: { number: number; rows: readonly (readonly string[])[] }): ReactElement {
  const left = rows.length - MAX_ROWS;
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return (
    // A scrollable area must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles["table"]} tabIndex={0} aria-label={`Table ${number}`}>
      <table>
        <caption>
          Table {number}, {rows.length} × {columns}
        </caption>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows and cells never change their order
            <tr key={at}>
              {row.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows and cells never change their order
                <td key={column} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="pc-quiet">… and {left} more rows. The download has all rows.</p>}
    </section>
  );
}
