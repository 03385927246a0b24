import type { Image } from "@precount/domain";
import { Form, Modal } from "antd";
import type { ReactElement } from "react";
import type { DetectValues } from "./DetectForm.tsx";
import { DetectForm } from "../lazy-parts.tsx";
import { useDetect } from "./use-detect.ts";

type Props = { image: Image; isOpen: boolean; onClose: () => void };

/** Runs a model on an image that has a detection already. */
export function DetectDialog({ image, isOpen, onClose }: Props): ReactElement {
  const [form] = Form.useForm<DetectValues>();
  const detect = useDetect(image, onClose);
  return (
    <Modal
      title="Detect Objects"
      open={isOpen}
      onCancel={onClose}
      okText="Detect Objects"
      confirmLoading={detect.isPending}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <DetectForm form={form} onDetect={detect.run} />
      <p className="pc-quiet">This replaces an earlier detection of the same model, unless that one is validated.</p>
    </Modal>
  );
}
