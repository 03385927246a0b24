import { CopyOutlined } from "@ant-design/icons";
import { Alert, Button, Modal } from "antd";
import type { ReactElement } from "react";
import { copyText } from "../../../shared/feedback/copy-text.ts";

type Props = { codes: readonly string[] | null; onClose: () => void };

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: Props): ReactElement {
  return (
    <Modal
      title="Save your recovery codes now"
      open={codes !== null}
      onCancel={onClose}
      // A click outside of the dialog must not close it before the codes are saved.
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>Done</Button>}
      destroyOnHidden
    >
      <Alert
        type="warning"
        showIcon
        title="The codes are shown only once. Each replaces your second factor once, if you lose it."
      />
      <section aria-label="Recovery codes">
        <pre style={{ margin: "16px 0", lineHeight: 1.7, overflowX: "auto" }}>{codes?.join("\n")}</pre>
      </section>
      <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(codes?.join("\n") ?? "")}>
        Copy
      </Button>
    </Modal>
  );
}
