import { type Image, MESSAGES } from "@precount/domain";
import { Form, Modal } from "antd";
import type { ReactElement } from "react";
import { ModelSelect } from "../../lib/ModelSelect.tsx";
import { useDetect } from "./use-detect.ts";

type Props = { image: Image; isOpen: boolean; onClose: () => void };

/** Another look by a model at an image that has a detection already. */
export function DetectDialog({ image, isOpen, onClose }: Props): ReactElement {
  const [form] = Form.useForm<{ model: string }>();
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
      <Form form={form} layout="vertical" requiredMark={false} onFinish={({ model }) => detect.run(model)}>
        <Form.Item name="model" label="Model" rules={[{ required: true, message: MESSAGES.selectModel }]}>
          <ModelSelect />
        </Form.Item>
      </Form>
      <p className="pc-quiet">What the same model found before is replaced, unless it is validated.</p>
    </Modal>
  );
}
