import {
  ITEM_FILE_DELIMITERS,
  ITEM_FILE_ENCODINGS,
  ITEM_FILE_LIMITS,
  type ItemFileDelimiter,
  type ItemFileEncoding,
  type ItemFileOptions,
  type ItemFilePreview,
} from "@precount/domain";
import { Checkbox, Select } from "antd";
import type { ReactElement, ReactNode } from "react";
import styles from "./Import.module.css";

type Props = { preview: ItemFilePreview; isBusy: boolean; onChange: (options: ItemFileOptions) => void };

const DELIMITER_TITLES: Readonly<Record<ItemFileDelimiter, string>> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};

/** With other columns, the header and the mapping are detected again. */
const DETECT_COLUMNS_AGAIN = { columns: undefined, skipRows: undefined, hasHeader: undefined } as const;

const SKIPPED_ROWS = Array.from({ length: ITEM_FILE_LIMITS.maxSkippedRows + 1 }, (_, value) => ({
  value,
  label: value === 0 ? "None" : String(value),
}));

/** How the file is read: detected, and to be corrected when the preview looks wrong. */
export function FileOptions({ preview: { options, sheets }, isBusy, onChange }: Props): ReactElement {
  const isText = options.format !== "xlsx";
  return (
    <div className={styles["options"]}>
      {isText && (
        <Field title="Encoding">
          <Select<ItemFileEncoding>
            aria-label="Encoding"
            disabled={isBusy}
            value={options.encoding}
            options={ITEM_FILE_ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(encoding) => onChange({ encoding })}
          />
        </Field>
      )}
      {options.format === "csv" && (
        <Field title="Delimiter">
          <Select<ItemFileDelimiter>
            aria-label="Delimiter"
            disabled={isBusy}
            value={options.delimiter}
            options={ITEM_FILE_DELIMITERS.map((value) => ({ value, label: DELIMITER_TITLES[value] }))}
            onChange={(delimiter) => onChange({ delimiter, ...DETECT_COLUMNS_AGAIN })}
          />
        </Field>
      )}
      {sheets.length > 1 && (
        <Field title="Sheet">
          <Select<string>
            aria-label="Sheet"
            disabled={isBusy}
            value={options.sheet ?? ""}
            options={sheets.map((value) => ({ value, label: value }))}
            onChange={(sheet) => onChange({ sheet, ...DETECT_COLUMNS_AGAIN })}
          />
        </Field>
      )}
      <Field title="Decimal separator">
        <Select<"." | ",">
          aria-label="Decimal separator"
          disabled={isBusy}
          value={options.decimal}
          options={[
            { value: ".", label: "Point: 1.99" },
            { value: ",", label: "Comma: 1,99" },
          ]}
          onChange={(decimal) => onChange({ decimal })}
        />
      </Field>
      {options.format !== "json" && <HeaderOptions options={options} isBusy={isBusy} onChange={onChange} />}
      <Checkbox
        disabled={isBusy}
        checked={options.padCodes}
        onChange={({ target }) => onChange({ padCodes: target.checked })}
      >
        Add leading zeros to short codes
      </Checkbox>
    </div>
  );
}

type HeaderProps = Pick<Props, "isBusy" | "onChange"> & { options: ItemFilePreview["options"] };

const HeaderOptions = ({ options, isBusy, onChange }: HeaderProps): ReactElement => (
  <>
    <Field title="Rows above the list">
      <Select<number>
        aria-label="Rows above the list"
        disabled={isBusy}
        value={options.skipRows}
        options={SKIPPED_ROWS}
        onChange={(skipRows) => onChange({ skipRows, columns: undefined, hasHeader: undefined })}
      />
    </Field>
    <Checkbox
      disabled={isBusy}
      checked={options.hasHeader}
      onChange={({ target }) => onChange({ hasHeader: target.checked, columns: undefined })}
    >
      The list starts with a header
    </Checkbox>
  </>
);

const Field = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <div className={styles["option"]}>
    <span className="pc-quiet">{title}</span>
    {children}
  </div>
);
