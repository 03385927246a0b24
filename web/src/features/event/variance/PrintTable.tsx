import type { ReactElement, ReactNode } from "react";

type Props = { title: string; columns: readonly string[]; rows: readonly (readonly ReactNode[])[] };

/** A table on paper. */
export function PrintTable({ title, columns, rows }: Props): ReactElement {
  return (
    <section>
      <h2>{title}</h2>
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
          {rows.map((row, number) => (
            // Rows have no id and never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={number}>
              {row.map((cell, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
