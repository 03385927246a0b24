import { MESSAGES } from "@precount/domain";
import { Alert, Form, Modal } from "antd";
import type { ReactElement } from "react";
import { focusFieldOnOpen } from "../../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../../shared/forms/KeepInput.tsx";
import { ModelSelect } from "../../../../shared/models/ModelSelect.tsx";

type Props = {
  /** The number of images; null when the dialog is closed. */
  count: number | null;
  isPending: boolean;
  onDetect: (modelSid: string) => void;
  onClose: () => void;
};

/** Chooses the model for a detection of many images. */
export function DetectDialog({ count, isPending, onDetect, onClose }: Props): ReactElement {
  const [form] = Form.useForm<{ model: string }>();
  return (
    <Modal
      title="Detect Objects"
      afterOpenChange={focusFieldOnOpen}
      open={count !== null}
      onCancel={onClose}
      okText="Detect Objects"
      confirmLoading={isPending}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Alert
        type="warning"
        showIcon
        style={{ marginBlock: 16 }}
        title={`This queues the model for ${count === 1 ? "1 image" : `${count ?? 0} images`}. The new results replace the previous ones, including corrections. This cannot be undone. Waiting detections can be canceled.`}
      />
      <Form form={form} layout="vertical" requiredMark={false} onFinish={({ model }) => onDetect(model)}>
        <KeepInput />
        <Form.Item name="model" label="Model" rules={[{ required: true, message: MESSAGES.selectModel }]}>
          <ModelSelect />
        </Form.Item>
      </Form>
      <p className="pc-quiet">Approved and rejected images are skipped and listed afterwards.</p>
    </Modal>
  );
}
