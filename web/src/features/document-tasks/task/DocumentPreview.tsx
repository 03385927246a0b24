import type { TaskDocument } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Modal, Skeleton } from "antd";
import type { ReactElement } from "react";
import styles from "../Pages.module.css";

/** Larger texts are for download only. */
const MAX_PREVIEW_BYTES = 256 * 1024;
const TEXT_TYPES = new Set<TaskDocument["fileType"]>(["md", "csv", "json"]);

export const canPreview = ({ fileType, size }: TaskDocument): boolean =>
  TEXT_TYPES.has(fileType) && size <= MAX_PREVIEW_BYTES;

/** Shows a document's content as plain text. It is never rendered as HTML. */
export function DocumentPreview({
  document,
  onClose,
}: {
  document: TaskDocument | null;
  onClose: () => void;
}): ReactElement {
  const { data, isError } = useQuery({
    queryKey: ["document-text", document?.fileUrl ?? ""],
    queryFn: async ({ signal }) => {
      const response = await fetch(document?.fileUrl ?? "", { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.text();
    },
    enabled: document !== null,
    // Document URLs never change their content: a retry of the task creates documents with new ids.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Modal
      title={<bdi>{document?.fileName}</bdi>}
      open={document !== null}
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
      width={880}
    >
      {isError && (
        <Alert
          type="error"
          showIcon
          title="The document could not be loaded. Close this and try again, or download it."
        />
      )}
      {data === undefined && !isError && <Skeleton active title={false} />}
      {data !== undefined && (
        // A scrollable area must be focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={`pc-text ${styles["look"] ?? ""}`} tabIndex={0} aria-label="Text" dir="auto">
          {data}
        </pre>
      )}
    </Modal>
  );
}
