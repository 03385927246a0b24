import type { JudgedModel, ReadingTally } from "@precount/domain";
import type { ReactElement } from "react";
import { MEASURES, type Measure, describeInterval, describeShare, formatCount } from "./texts.ts";
import styles from "./Learning.module.css";

type Props = { champion: JudgedModel; challenger: JudgedModel };

/** The shares of both models on the crew's held-out stickers and on the reference set, with 95 % intervals. */
export function BeforeAfter({ champion, challenger }: Props): ReactElement {
  return (
    <section className={`pc-panel ${styles["part"] ?? ""}`} aria-labelledby="before-after">
      <h2 id="before-after">Before and after</h2>
      <table className={styles["compare"]}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Stickers
            </th>
            <th scope="colgroup" colSpan={2}>
              This crew ({formatCount(challenger.heldOut.stickers)})
            </th>
            <th scope="colgroup" colSpan={2}>
              Reference set ({formatCount(challenger.frozen.stickers)})
            </th>
          </tr>
          <tr>
            {["crew", "reference"].flatMap((set) => [
              <th scope="col" key={`${set} before`}>
                Before
              </th>,
              <th scope="col" key={`${set} after`}>
                After
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {MEASURES.map((measure) => (
            <tr key={measure.key}>
              <th scope="row">{measure.title}</th>
              <Cell measure={measure} tally={champion.heldOut} />
              <Cell measure={measure} tally={challenger.heldOut} />
              <Cell measure={measure} tally={champion.frozen} />
              <Cell measure={measure} tally={challenger.frozen} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pc-quiet" style={{ marginBottom: 0 }}>
        Small figures: 95 % intervals. No model has learned from these stickers.
      </p>
    </section>
  );
}

const Cell = ({ measure, tally }: { measure: Measure; tally: ReadingTally }): ReactElement => (
  <td>
    {describeShare(measure, tally)}
    <span className={styles["interval"]}>{describeInterval(measure, tally)}</span>
  </td>
);
