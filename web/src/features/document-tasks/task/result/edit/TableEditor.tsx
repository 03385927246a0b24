import {
  type DocumentPage,
  type PagePlace,
  type PageWord,
  type TableBlock,
  type TaskPage,
  cutTable,
  linesOf,
  proposeLines,
} from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert, Skeleton } from "antd";
import { type ReactElement, useState } from "react";
import { trpc } from "../../../../../shared/api/trpc.ts";
import { CellGrid } from "../CellGrid.tsx";
import result from "../Result.module.css";
import type { PageSize } from "../page-geometry.ts";
import { EditorPicture } from "./EditorPicture.tsx";
import { EditorTools } from "./EditorTools.tsx";
import styles from "./Editor.module.css";
import type { CutLines, SelectedLine } from "./cut-lines.ts";
import { changeHistory, endMove, startHistory, undoHistory } from "./line-history.ts";
import { useEditTable } from "./use-edit-table.ts";

/** The table as it was when the editor was opened. It stays when another person edits the tables meanwhile. */
export type OpenedTable = {
  taskId: number;
  editCount: number;
  structureId: number | undefined;
  page: DocumentPage & { size: PageSize };
  picture: TaskPage;
  /** The table's part on this page and its index in the document; null to add a table. */
  edited: { part: TableBlock; index: number } | null;
};
type Props = { opened: OpenedTable; onClose: () => void };

/** Changes the area and the lines of a table beside a preview of its cells (PD-111). */
export function TableEditor({ opened, onClose }: Props): ReactElement {
  const { taskId, editCount, structureId, page, picture, edited } = opened;
  const { number, size } = page;
  const query = trpc.task.fetchPageWords.queryOptions(
    { taskId, page: number },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { data: words, isError } = useQuery(query);
  const [history, setHistory] = useState(() => startHistory(edited ? linesOf(edited.part, number) : null));
  const { lines } = history;
  const [selected, setSelected] = useState<SelectedLine | null>(null);
  const change = (next: CutLines | null, isMove = false): void =>
    setHistory((last) => changeHistory(last, next, isMove));
  const select = (line: SelectedLine | null): void => {
    setSelected(line);
    setHistory(endMove);
  };
  const undo = (): void => {
    setHistory(undoHistory);
    setSelected(null);
  };
  const { save, isSaving } = useEditTable({ taskId, editCount, structureId }, onClose);
  const propose = (area: PagePlace): void => {
    change(proposeLines(words ?? [], area));
    setSelected(null);
  };
  const table = edited?.index ?? null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key of the button, while a line or another button has the focus
    <section
      aria-label={table === null ? "New table" : "Edit table"}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        undo();
      }}
    >
      <EditorTools
        lines={lines}
        selected={selected}
        isReady={words !== undefined}
        isSaving={isSaving}
        onChange={change}
        onUndo={history.past.length > 0 ? undo : null}
        onSelect={select}
        onUseWholePage={() => propose({ x: 0, y: 0, ...size })}
        onSave={() => lines && save({ kind: "cut", table, page: number, ...lines })}
        onTurnIntoText={table === null ? null : () => save({ kind: "toText", table, page: number })}
        onCancel={onClose}
      />
      <div className={result["sides"]}>
        <EditorPicture
          picture={picture}
          size={size}
          lines={lines}
          selected={selected}
          onSelect={select}
          onChange={change}
          onDraw={propose}
        />
        {isError ? (
          <Alert type="error" showIcon title="The words of this page could not be loaded. Cancel and try again." />
        ) : words === undefined ? (
          <Skeleton active title={false} />
        ) : lines === null ? (
          <p className={`pc-quiet ${styles["hint"] ?? ""}`}>The cells appear here when the area is drawn.</p>
        ) : (
          <Preview words={words} page={number} lines={lines} headerRows={edited?.part.headerRows ?? 0} />
        )}
      </div>
    </section>
  );
}

type PreviewProps = { words: readonly PageWord[]; page: number; lines: CutLines; headerRows: number };

function Preview({ words, page, lines, headerRows }: PreviewProps): ReactElement {
  const table = { ...cutTable(words, { page, ...lines }), headerRows };
  return <CellGrid table={table} shown={null} onShow={() => undefined} />;
}
