import { DownloadOutlined } from "@ant-design/icons";
import { type DocumentFileType, type Task, type TaskDocument, formatSize, hasUnfinishedTask } from "@precount/domain";
import { Button, Table, type TableColumnsType, Tag } from "antd";
import { type ReactElement, useState } from "react";
import type { TableSearch } from "../../../shared/paging/search.ts";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { tablePages } from "../../../ui/table.ts";
import styles from "../Pages.module.css";
import { QuickLook, canLookAt } from "./QuickLook.tsx";

/** What each is to a person; the type itself stands beside it. */
const TYPE_TITLES: Readonly<Record<DocumentFileType, string>> = {
  pdf: "PDF",
  docx: "Word document",
  md: "Text (Markdown)",
  json: "Structure",
  csv: "Table",
  xlsx: "All tables (Excel)",
};

const TABLE = "task-documents";

type Look = { onLook: (document: TaskDocument) => void; isPhone: boolean };

/** On a phone what a file is stands under its name: nothing slides sideways. */
const columnsFor = ({ onLook, isPhone }: Look): TableColumnsType<TaskDocument> => [
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
        {canLookAt(document) && (
          <Button size="small" aria-label={`View ${document.fileName}`} onClick={() => onLook(document)}>
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

type Props = { task: Task; search: TableSearch; onSearch: (changes: TableSearch) => void };

/** What was sent, and all that was made of it (decision 49). */
export function DocumentsTable({ task, search, onSearch }: Props): ReactElement {
  const { documents } = task;
  const paging = pagingOf(TABLE, search);
  usePaging(TABLE, search, documents.length, onSearch);
  const isPhone = useMedia("(max-width: 600px)");
  const [looked, setLooked] = useState<TaskDocument | null>(null);
  return (
    <>
      <Table<TaskDocument>
        className="pc-panel"
        size="middle"
        rowKey="documentId"
        columns={columnsFor({ onLook: setLooked, isPhone })}
        dataSource={documents}
        scroll={{ x: "max-content" }}
        pagination={tablePages(paging, documents.length)}
        locale={{ emptyText: <EmptyState text="There are no documents of this task." /> }}
        onChange={({ current, pageSize }) =>
          onSearch({
            page: pageSize === paging.pageSize ? (current ?? 1) : 1,
            pageSize: pageSize ?? paging.pageSize,
          })
        }
      />
      {hasUnfinishedTask([task]) && (
        <p className="pc-quiet">What is read of the document is listed here as soon as it is done.</p>
      )}
      <QuickLook document={looked} onClose={() => setLooked(null)} />
    </>
  );
}
