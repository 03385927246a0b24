import {
  type TableBlock,
  type TaskWithProject,
  blocksOnPage,
  isTaskUnfinished,
  structureDocument,
  tableIndexesOnPage,
  taskCan,
} from "@precount/domain";
import { Alert, Pagination, Skeleton } from "antd";
import { type ReactElement, useState } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { PageContents } from "./PageContents.tsx";
import { PagePicture } from "./PagePicture.tsx";
import styles from "./Result.module.css";
import { type OpenedTable, TableEditor } from "./edit/TableEditor.tsx";
import { useEditTable } from "./edit/use-edit-table.ts";
import type { PlacedItem } from "./placed-item.ts";
import { useStructure } from "./use-structure.ts";

type Props = { task: TaskWithProject };

/** The pages of a document, each with its picture beside its text and tables (PD-110), which can be edited (PD-111). */
export function ResultPanel({ task }: Props): ReactElement | null {
  const { structure, isTooLarge, isError, isPrevious } = useStructure(task.documents);
  if (structure === null && isTooLarge) return <Alert type="info" showIcon title={TOO_LARGE} />;
  if (isError)
    return <Alert type="error" showIcon title="The result could not be loaded. Reload this screen to try again." />;
  if (structure === null) return isTaskUnfinished(task) ? null : <Skeleton active title={false} />;
  return structure === undefined ? null : <Result task={task} structure={structure} isPrevious={isPrevious} />;
}

type Structure = NonNullable<ReturnType<typeof useStructure>["structure"]>;
type ResultProps = Props & { structure: Structure; isPrevious: boolean };

function Result({ task, structure, isPrevious }: ResultProps): ReactElement {
  const [number, setNumber] = useState(1);
  const [shown, setShown] = useState<PlacedItem | null>(null);
  const [opened, setOpened] = useState<OpenedTable | null>(null);
  const known = {
    taskId: task.taskId,
    editCount: task.tableEdits.length,
    structureId: structureDocument(task)?.documentId,
  };
  const { undo, isSaving } = useEditTable(known, () => setShown(null));
  const page = structure.pages.find((candidate) => candidate.number === number) ?? structure.pages[0];
  const blocks = page ? blocksOnPage(structure, page.number) : [];
  const parts = blocks.filter((block) => block.kind === "table");
  const indexes = page ? tableIndexesOnPage(structure, page.number) : [];
  const picture = task.pages.find((candidate) => candidate.number === page?.number);
  const reason = useEditReason(task, { hasWords: picture?.hasWords ?? false, isPrevious });
  /** @param part null to add a table */
  const edit = (part: TableBlock | null): void => {
    const index = part && indexes[parts.indexOf(part)];
    if (!page?.size || !picture || index === undefined) return;
    const edited = part && index !== null ? { part, index } : null;
    setOpened({ ...known, page: { ...page, size: page.size }, picture, edited });
    setShown(null);
  };
  const show = (next: number): void => {
    setNumber(next);
    setShown(null);
  };
  if (opened) {
    return (
      <section aria-label="Result" className={`pc-panel ${styles["panel"] ?? ""}`}>
        <TableEditor opened={opened} onClose={() => setOpened(null)} />
      </section>
    );
  }
  const editButton = (table: TableBlock): ReactElement | null =>
    picture ? (
      <ReasonButton size="small" reason={reason} onClick={() => edit(table)}>
        Edit table
      </ReasonButton>
    ) : null;
  return (
    <section aria-label="Result" className={`pc-panel ${styles["panel"] ?? ""}`}>
      <div className={styles["bar"]}>
        <h2>Result</h2>
        <div className={styles["actions"]}>
          {task.tableEdits.length > 0 && (
            <ReasonButton reason={reason} loading={isSaving} onClick={undo}>
              Undo last table edit
            </ReasonButton>
          )}
          {picture && (
            <ReasonButton reason={reason} onClick={() => edit(null)}>
              Add table
            </ReasonButton>
          )}
          {structure.pages.length > 1 && (
            <Pagination
              simple
              pageSize={1}
              total={structure.pages.length}
              current={page?.number ?? 1}
              onChange={show}
            />
          )}
        </div>
      </div>
      <div className={picture ? styles["sides"] : undefined}>
        {picture && <PagePicture page={page} picture={picture} blocks={blocks} shown={shown} onShow={setShown} />}
        {blocks.length > 0 ? (
          <PageContents key={page?.number} blocks={blocks} shown={shown} onShow={setShown} editButton={editButton} />
        ) : (
          <EmptyState text="No text was found on this page." />
        )}
      </div>
    </section>
  );
}

/** Why the tables of a page cannot be edited; null when they can. */
function useEditReason(
  task: TaskWithProject,
  { hasWords, isPrevious }: { hasWords: boolean; isPrevious: boolean },
): string | null {
  const user = useAuthUser();
  const { status } = task.project;
  const reason = reasonOf(taskCan.editTables(task, { status, isArchived: status === "archived" }, user));
  if (reason !== null) return reason;
  if (isPrevious) return LOADING;
  return hasWords ? null : NO_WORDS;
}

const LOADING = "The tables were changed and are being loaded.";

const NO_WORDS = "This page has too many words to edit its tables.";
const TOO_LARGE = "This result is too large to show here. Download its documents instead.";
