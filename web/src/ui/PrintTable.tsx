import type { ReactElement, ReactNode } from "react";

type Props = {
  title: string;
  columns: readonly string[];
  /** Null when there are too many rows to print. */
  rows: readonly (readonly ReactNode[])[] | null;
  /** The text to print instead of too many rows. */
  placeholder?: string;
};

/** Texts of at most this many characters stay on one line: a figure that is broken in two is misread. */
const SHORT = 14;

/** A table on paper. */
export function PrintTable({ title, columns, rows, placeholder }: Props): ReactElement {
  return (
    <section>
      <h2>{title}</h2>
      {rows === null ? (
        <p>{placeholder}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id and never change their order
              <tr key={rowIndex}>
                {row.map((cell, columnIndex) => (
                  // oxlint-disable-next-line react/no-array-index-key -- cells have no id and never change their order
                  <td key={columnIndex} data-short={typeof cell === "string" && cell.length <= SHORT}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
