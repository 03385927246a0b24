import type { TaskDocument } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Modal, Skeleton } from "antd";
import type { ReactElement } from "react";
import styles from "../Pages.module.css";

/** What is looked at is text; more of it than this is for a program of its own. */
const MOST_BYTES = 256 * 1024;
const TEXT_TYPES = new Set<TaskDocument["fileType"]>(["md", "csv", "json"]);

export const canLookAt = ({ fileType, size }: TaskDocument): boolean => TEXT_TYPES.has(fileType) && size <= MOST_BYTES;

/** A document's text as text, whatever it says: nothing in it is ever run or laid out. */
export function QuickLook({ document, onClose }: { document: TaskDocument | null; onClose: () => void }): ReactElement {
  const { data, isError } = useQuery({
    queryKey: ["document-text", document?.fileUrl ?? ""],
    queryFn: async ({ signal }) => {
      const answer = await fetch(document?.fileUrl ?? "", { signal });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return answer.text();
    },
    enabled: document !== null,
    // Another try of the task makes others, with ids of their own.
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
          title="The document could not be fetched. Close this and try again, or download it."
        />
      )}
      {data === undefined && !isError && <Skeleton active title={false} />}
      {data !== undefined && (
        // It scrolls, so it can be reached with keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={`pc-text ${styles["look"] ?? ""}`} tabIndex={0} aria-label="Text" dir="auto">
          {data}
        </pre>
      )}
    </Modal>
  );
}
