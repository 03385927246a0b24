import type { ReactElement } from "react";

type Props = {
  caption: string;
  /** Titles of the two columns. */
  headings: readonly [label: string, value: string];
  rows: readonly { key: string; label: string; value: string | number }[];
};

/** The values of a chart for screen readers. */
export function ChartTable({ caption, headings: [label, value], rows }: Props): ReactElement {
  return (
    // A hidden table itself would be as wide as its content, and the screen would scroll sideways.
    <div className="pc-visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">{value}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
