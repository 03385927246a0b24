import { HistoryOutlined } from "@ant-design/icons";
import { Modal, Skeleton } from "antd";
import { type ReactElement, Suspense, useState } from "react";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { ResultHistory } from "../lazy-parts.tsx";
import { useReview } from "../session/session-context.ts";

type Props = { item: DisplayedResult; preview: HTMLImageElement | null };

/** Opens the history of a result. */
export function HistoryButton({ item, preview }: Props): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const detectionSid = useReview((state) => state.detection.sid);
  return (
    <>
      <ReasonButton
        size="small"
        type="text"
        icon={<HistoryOutlined />}
        aria-label={`History of ${item.title.toLowerCase()}`}
        tooltip="Who read, changed and validated it"
        reason={null}
        onClick={() => setOpen(true)}
      />
      <Modal
        title={`History of ${item.title.toLowerCase()}`}
        open={isOpen}
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <Suspense fallback={<Skeleton active />}>
          <ResultHistory item={item} detectionSid={detectionSid} preview={preview} />
        </Suspense>
      </Modal>
    </>
  );
}
