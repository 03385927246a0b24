import { MESSAGES, type Project, SUCCESS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert, Checkbox, Form, Modal } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { focusFieldOnOpen } from "../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { ModelSelect } from "../../../shared/models/ModelSelect.tsx";
import { trpc } from "../../../shared/api/trpc.ts";

type Props = { event: Project; isOpen: boolean; onClose: () => void };

export function AnalyzeDialog({ event, isOpen, onClose }: Props): ReactElement {
  const [form] = Form.useForm<{ model: string; onlyUntouched?: boolean }>();
  const queryClient = useQueryClient();
  const analyze = useMutation(
    trpc.project.analyzeProject.mutationOptions({
      onSuccess: ({ queued, skipped }) => {
        void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
        if (queued > 0) feedback.success(`${SUCCESS.projectAnalyzed}: ${queued} queued, ${skipped} skipped`);
        else
          feedback.warning(
            skipped === 0 ? "There are no photos to analyze yet" : `Nothing to queue: ${skipped} skipped`,
          );
        onClose();
      },
    }),
  );
  return (
    <Modal
      title="Analyze"
      afterOpenChange={focusFieldOnOpen}
      open={isOpen}
      onCancel={onClose}
      okText="Analyze"
      confirmLoading={analyze.isPending}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Alert type="warning" showIcon title={MESSAGES.analyzeWarning} style={{ marginBlock: 16 }} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ model, onlyUntouched = false }) =>
          analyze.mutate({ project: { slug: event.slug }, model: { sid: model }, onlyUntouched })
        }
      >
        <KeepInput />
        <Form.Item name="model" label="Model" rules={[{ required: true, message: MESSAGES.selectModel }]}>
          <ModelSelect />
        </Form.Item>
        <Form.Item name="onlyUntouched" valuePropName="checked">
          <Checkbox>Only images that no person has changed</Checkbox>
        </Form.Item>
      </Form>
      <p className="pc-quiet">
        Approved and rejected images are skipped, and so are images that already wait for this model. The new results
        replace the previous ones, including corrections.
      </p>
    </Modal>
  );
}
