import { CopyOutlined } from "@ant-design/icons";
import { Alert, Button, Input, Modal, Space } from "antd";
import type { ReactElement } from "react";
import { copyText } from "../../shared/feedback/copy-text.ts";

/** Shows a webhook's signing secret, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }): ReactElement {
  return (
    <Modal
      title="Copy the signing secret now"
      open
      onCancel={onClose}
      // A click outside of the dialog must not close it before the secret is copied.
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Alert
        type="warning"
        showIcon
        style={{ marginBlock: 16 }}
        title="The secret is shown only once. The receiver needs it to check that messages come from Precount."
      />
      <Space.Compact block>
        <Input aria-label="Signing secret" value={secret} readOnly onFocus={({ target }) => target.select()} />
        <Button icon={<CopyOutlined />} onClick={() => void copyText(secret)}>
          Copy
        </Button>
      </Space.Compact>
    </Modal>
  );
}
