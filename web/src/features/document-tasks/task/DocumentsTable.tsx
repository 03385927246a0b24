import { DownloadOutlined } from "@ant-design/icons";
import { type DocumentFileType, type Task, type TaskDocument, formatSize, hasUnfinishedTask } from "@precount/domain";
import { Button, Table, type TableColumnsType, Tag } from "antd";
import { type ReactElement, useState } from "react";
import { parseTableSearch } from "../../../shared/paging/search.ts";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { useTable, useTableProps } from "../../../shared/paging/use-table.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import styles from "../Pages.module.css";
import { DocumentPreview, canPreview } from "./DocumentPreview.tsx";

/** Descriptions of the file types; the table also shows the type itself. */
const TYPE_TITLES: Readonly<Record<DocumentFileType, string>> = {
  pdf: "PDF",
  docx: "Word document",
  md: "Text (Markdown)",
  json: "Structure",
  csv: "Table",
  xlsx: "All tables (Excel)",
};

type Options = { onPreview: (document: TaskDocument) => void; isPhone: boolean };

/** On a phone the type is below the name, so that the table does not scroll sideways. */
const columnsFor = ({ onPreview, isPhone }: Options): TableColumnsType<TaskDocument> => [
  { key: "documentId", title: "ID", hidden: isPhone, render: (_, { documentId }) => documentId },
  {
    key: "fileName",
    title: "File name",
    render: (_, { fileName, fileUrl, fileType, isOriginal }) => (
      <>
        <span className={styles["file"]}>
          <a href={fileUrl} download className={styles["name"]} title={fileName}>
            <bdi>{fileName}</bdi>
          </a>
          {isOriginal && <Tag>Original</Tag>}
        </span>
        {isPhone && <span className="pc-quiet">{TYPE_TITLES[fileType]}</span>}
      </>
    ),
  },
  {
    key: "fileType",
    title: "Type",
    hidden: isPhone,
    render: (_, { fileType }) => (
      <>
        {TYPE_TITLES[fileType]} <span className="pc-code pc-quiet">{fileType}</span>
      </>
    ),
  },
  { key: "size", title: "Size", align: "right", responsive: ["md"], render: (_, { size }) => formatSize(size) },
  {
    key: "actions",
    title: <span className="pc-visually-hidden">Actions</span>,
    render: (_, document) => (
      <span className={styles["actions"]}>
        {canPreview(document) && (
          <Button size="small" aria-label={`View ${document.fileName}`} onClick={() => onPreview(document)}>
            View
          </Button>
        )}
        <Button
          size="small"
          href={document.fileUrl}
          download
          icon={<DownloadOutlined />}
          aria-label={`Download ${document.fileName}`}
        >
          {isPhone ? null : "Download"}
        </Button>
      </span>
    ),
  },
];

/** The uploaded document and the results extracted from it (PD-49). */
export function DocumentsTable({ task }: { task: Task }): ReactElement {
  const { documents } = task;
  const table = useTable(`task-documents.${task.taskId}`, parseTableSearch);
  const tableProps = useTableProps<TaskDocument>(table, documents.length);
  const isPhone = useMedia("(max-width: 600px)");
  const [previewed, setPreviewed] = useState<TaskDocument | null>(null);
  return (
    <>
      <Table<TaskDocument>
        {...tableProps}
        rowKey="documentId"
        columns={columnsFor({ onPreview: setPreviewed, isPhone })}
        dataSource={documents}
        locale={{ emptyText: <EmptyState text="This task has no documents." /> }}
      />
      {hasUnfinishedTask([task]) && <p className="pc-quiet">The results appear here when the document is processed.</p>}
      <DocumentPreview document={previewed} onClose={() => setPreviewed(null)} />
    </>
  );
}
