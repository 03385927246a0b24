import type { JudgedModel } from "@precount/domain";
import { type CSSProperties, type ReactElement, useState } from "react";
import { formatCount, worstConfusion } from "./texts.ts";
import styles from "./Learning.module.css";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";

type Props = { champion: JudgedModel; challenger: JudgedModel };
type Which = "before" | "after";

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** A heat map of the digits that are confused on the crew's held-out stickers. */
export function ConfusionMap({ champion, challenger }: Props): ReactElement {
  const [which, setWhich] = useState<Which>("after");
  const model = which === "before" ? champion : challenger;
  const worst = worstConfusion(model);
  return (
    <section className={`pc-panel ${styles["part"] ?? ""}`} aria-labelledby="confusion">
      <h2 id="confusion">Confused digits</h2>
      <SegmentedControl<Which>
        aria-label="Model before or after learning"
        value={which}
        onChange={setWhich}
        options={[
          { value: "before", label: "Before" },
          { value: "after", label: "After" },
        ]}
        style={{ marginBottom: 8 }}
      />
      <table className={styles["map"]}>
        <caption className="pc-visually-hidden">Rows are the written digits, columns the digits that were read</caption>
        <thead>
          <tr>
            <td aria-hidden="true" />
            {DIGITS.map((read) => (
              <th key={read} scope="col">
                {read}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DIGITS.map((truth) => (
            <Row key={truth} truth={truth} row={model.confusion[truth] ?? []} />
          ))}
        </tbody>
      </table>
      <p className="pc-quiet" style={{ marginBottom: 0 }}>
        Rows: the written digit. Columns: the digit that was read.{" "}
        {worst === null ? "No digit was confused." : `Most often, a ${worst.truth} was read as ${worst.read}.`}
      </p>
    </section>
  );
}

function Row({ truth, row }: { truth: number; row: readonly number[] }): ReactElement {
  const total = row.reduce((sum, n) => sum + n, 0);
  return (
    <tr>
      <th scope="row">{truth}</th>
      {DIGITS.map((read) => {
        const times = row[read] ?? 0;
        return (
          <td key={read} {...lookOf(truth === read, times, total)}>
            {times === 0 ? "" : formatCount(times)}
          </td>
        );
      })}
    </tr>
  );
}

/** A tenth of a digit's samples has the strongest color. */
const STRONGEST_SHARE = 0.1;

function lookOf(isRight: boolean, times: number, total: number): { "data-kind"?: string; style?: CSSProperties } {
  if (isRight) return { "data-kind": "right" };
  if (times === 0) return {};
  const share = Math.min(1, times / total / STRONGEST_SHARE);
  return { "data-kind": "wrong", style: { "--share": `${Math.round(15 + 60 * share)}%` } as CSSProperties };
}
