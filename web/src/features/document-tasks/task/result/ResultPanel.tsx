import { type Task, type TaskPage, blocksOnPage, isTaskUnfinished } from "@precount/domain";
import { Alert, Pagination, Skeleton } from "antd";
import { type ReactElement, useState } from "react";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { PageContents } from "./PageContents.tsx";
import { PagePicture } from "./PagePicture.tsx";
import styles from "./Result.module.css";
import type { PlacedItem } from "./placed-item.ts";
import { useStructure } from "./use-structure.ts";

type Props = { task: Task & { pages: readonly TaskPage[] } };

/** The pages of a document, each with its picture beside its text and tables (PD-110). */
export function ResultPanel({ task }: Props): ReactElement | null {
  const { structure, isTooLarge, isError } = useStructure(task.documents);
  const [number, setNumber] = useState(1);
  const [shown, setShown] = useState<PlacedItem | null>(null);
  if (structure === null && isTooLarge) return <Alert type="info" showIcon title={TOO_LARGE} />;
  if (isError)
    return <Alert type="error" showIcon title="The result could not be loaded. Reload this screen to try again." />;
  if (structure === null) return isTaskUnfinished(task) ? null : <Skeleton active title={false} />;
  if (structure === undefined) return null;
  const page = structure.pages.find((one) => one.number === number) ?? structure.pages[0];
  const blocks = page ? blocksOnPage(structure, page.number) : [];
  const picture = task.pages.find((one) => one.number === page?.number);
  const show = (next: number): void => {
    setNumber(next);
    setShown(null);
  };
  return (
    <section aria-label="Result" className={`pc-panel ${styles["panel"] ?? ""}`}>
      <div className={styles["bar"]}>
        <h2>Result</h2>
        {structure.pages.length > 1 && (
          <Pagination simple pageSize={1} total={structure.pages.length} current={page?.number ?? 1} onChange={show} />
        )}
      </div>
      <div className={picture ? styles["sides"] : undefined}>
        {picture && <PagePicture page={page} picture={picture} blocks={blocks} shown={shown} onShow={setShown} />}
        {blocks.length > 0 ? (
          <PageContents key={page?.number} blocks={blocks} shown={shown} onShow={setShown} />
        ) : (
          <EmptyState text="No text was found on this page." />
        )}
      </div>
    </section>
  );
}

const TOO_LARGE = "This result is too large to show here. Download its documents instead.";
