import type { Image } from "@precount/domain";
import { Button, Modal } from "antd";
import type { ReactElement } from "react";
import { FocusWhenLoaded } from "../../../../shared/forms/FocusWhenLoaded.tsx";
import { DetectForm } from "../lazy-parts.tsx";
import { useDetect } from "./use-detect.ts";

type Props = { image: Image; isOpen: boolean; onClose: () => void };

/** Runs a model on an image that has a detection already. */
export function DetectDialog({ image, isOpen, onClose }: Props): ReactElement {
  const detect = useDetect(image, onClose);
  return (
    <Modal title="Detect Objects" open={isOpen} onCancel={onClose} footer={null} destroyOnHidden>
      <DetectForm onDetect={detect.run}>
        <FocusWhenLoaded />
        <p className="pc-quiet">This replaces an earlier detection of the same model, unless that one is validated.</p>
        <div style={{ display: "flex", justifyContent: "flex-end", gap: 8 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" loading={detect.isPending}>
            Detect Objects
          </Button>
        </div>
      </DetectForm>
    </Modal>
  );
}
