import { DOCUMENT_ACCEPT, MAX_DOCUMENT_BYTES, MESSAGES, eventIdSchema, formatSize } from "@precount/domain";
import { Alert, Form, Input, Modal } from "antd";
import type { ReactElement } from "react";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useTimeLeft } from "../../../shared/time/use-time-left.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { FileField } from "../../../ui/FileField.tsx";
import styles from "../Pages.module.css";
import { documentRefusal } from "./document-rule.ts";
import { useAddTask } from "./use-add-task.ts";

type Values = { eventId: string; file?: File };
type Props = { slug: string; isOpen: boolean; onClose: () => void; onCreated: () => void };

/**
 * Uploads a document as a new task. The fields keep their values until the task is created, even when the upload fails or the dialog
 * is closed.
 */
export function AddTaskDialog({ slug, isOpen, onClose, onCreated }: Props): ReactElement {
  const [form] = Form.useForm<Values>();
  const { share, failure, send, abort, clearFailure } = useAddTask(slug, () => {
    form.resetFields();
    onClose();
    onCreated();
  });
  const isSending = share !== null;
  const left = useTimeLeft(share ?? 0, isSending ? 1 : 0);
  return (
    <Modal
      title="Add Task"
      open={isOpen}
      okText="Process"
      confirmLoading={isSending}
      onOk={() => form.submit()}
      cancelText={isSending ? "Cancel upload" : "Cancel"}
      // A click outside of the dialog must not cancel an upload.
      mask={{ closable: !isSending }}
      onCancel={() => {
        if (isSending) return abort();
        clearFailure();
        return onClose();
      }}
      afterOpenChange={(opened) => opened && form.focusField("eventId")}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={isSending}
        initialValues={{ eventId: eventIdSchema.safeParse(slug).success ? slug : "" }}
        onValuesChange={clearFailure}
        onFinish={({ eventId, file }) => {
          if (file !== undefined) send(eventIdSchema.parse(eventId), file);
        }}
      >
        <KeepInput />
        <Form.Item
          name="eventId"
          label="Event description"
          extra={`With “${slug}”, the slug of this event, the task is also listed on its photos.`}
          rules={[schemaRule(eventIdSchema)]}
        >
          <Input dir="auto" />
        </Form.Item>
        <Form.Item name="file" label="Document" rules={[DOCUMENT_RULE]} validateTrigger="onChange">
          <FileField
            label="Document"
            buttonText="Drop a document here, or choose one"
            hint={`PDF or Word (docx), up to ${formatSize(MAX_DOCUMENT_BYTES)}`}
            accept={DOCUMENT_ACCEPT}
            isDisabled={isSending}
          />
        </Form.Item>
      </Form>
      {/* The same height without an upload, so that the buttons do not move. */}
      <div className={styles["sending"]}>
        {share !== null && (
          <>
            <progress max={1} value={share} aria-label="Upload progress" />
            <output>{share < 1 ? `${Math.floor(share * 100)} %` : "Processing…"}</output>
            {left !== null && <span className="pc-quiet">{left}</span>}
          </>
        )}
      </div>
      {failure !== null && <Alert type="error" showIcon title={MESSAGES.taskFailed} description={failure} />}
    </Modal>
  );
}

const DOCUMENT_RULE = {
  validator: async (_rule: unknown, file: File | undefined) => {
    const refusal = await documentRefusal(file);
    if (refusal !== null) throw new Error(refusal);
  },
};
