import { type Project, eventIsOpen, formatAreaRun } from "@precount/domain";
import { type ReactElement, useDeferredValue } from "react";
import { fullDate, paperDate } from "../../../../shared/time/dates.ts";
import { PrintLayout } from "../../../../ui/PrintLayout.tsx";
import styles from "./Gaps.module.css";
import { type GapGroups, type RejectedGap, describeGaps, rejectedTitle } from "./gap-groups.ts";
import { tickBoxes } from "./tick-boxes.ts";
import { usePrintTime } from "../../../../shared/browser/use-print-time.ts";

type Props = { event: Project; groups: GapGroups; areas: number };

/** The printed gap list with a checkbox for each area, or for each ten areas of a long list. */
export function PrintedGaps({ event, groups, areas }: Props): ReactElement {
  const time = usePrintTime();
  // Deferred: thousands of invisible checkboxes must not delay the screen.
  const printed = useDeferredValue(groups, null);
  return (
    <PrintLayout title={`Gap list – ${event.name}`}>
      <p>Printed {fullDate(time)}</p>
      {printed ? (
        <Contents groups={printed} areas={areas} isOpen={eventIsOpen(event).ok} />
      ) : (
        <p>The list was still loading when this was printed. Please print it again.</p>
      )}
    </PrintLayout>
  );
}

function Contents({ groups, areas, isOpen }: Omit<Props, "event"> & { isOpen: boolean }): ReactElement {
  const { rejected, untaken } = groups;
  const isNone = rejected.length + untaken.length === 0;
  return (
    <>
      <p>{isNone ? "No area is missing." : `${describeGaps(groups, areas, isOpen)}.`}</p>
      {rejected.length > 0 && <RejectedAreas title={rejectedTitle(isOpen)} gaps={rejected} />}
      {untaken.length > 0 && <UntakenAreas numbers={untaken} />}
    </>
  );
}

function RejectedAreas({ title, gaps }: { title: string; gaps: readonly RejectedGap[] }): ReactElement {
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col">Rejected photo</th>
            <th scope="col">Rejected</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map(({ sid, name, rejected }) => (
            <tr key={sid}>
              <td>
                <span className={styles["box"]} />
                <strong>{name}</strong>
              </td>
              <td>{rejected.imageName}</td>
              <td>
                {paperDate(rejected.at)}, {rejected.by}
              </td>
              <td>{rejected.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function UntakenAreas({ numbers }: { numbers: readonly number[] }): ReactElement {
  const boxes = tickBoxes(numbers);
  const hasBlocks = boxes.length < numbers.length;
  return (
    <section>
      <h2>Not taken</h2>
      {hasBlocks && <p className={styles["note"]}>A box for ten areas: tick it when all ten are photographed.</p>}
      <ul className={hasBlocks ? styles["wideBoxes"] : styles["boxes"]}>
        {boxes.map((box) => (
          <li key={box.from}>
            <span className={styles["box"]} />
            {formatAreaRun(box)}
          </li>
        ))}
      </ul>
    </section>
  );
}
