import { type AreaVariance, formatAreaRanges, recountReasonSchema } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Form, Input, Modal } from "antd";
import type { ReactElement } from "react";
import { type RouterOutputs, trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { schemaRule } from "../../../../shared/forms/form.ts";

type Props = {
  slug: string;
  areas: readonly AreaVariance[];
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
};
type Result = RouterOutputs["area"]["photographAgain"];

const DEFAULT_REASON = "Recount: the count is far from expected";

/** Asks for the reason, and rejects the areas' photos with it. */
export function PhotographAgainDialog({ slug, areas, isOpen, onClose, onDone }: Props): ReactElement {
  const [form] = Form.useForm<{ reason: string }>();
  const queryClient = useQueryClient();
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: trpc.variance.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.area.pathKey() });
  };
  const recover = useMutation(
    trpc.image.recoverImages.mutationOptions({
      onSuccess: () => {
        refresh();
        feedback.success("The first photos count again.");
      },
    }),
  );
  const request = useMutation(
    trpc.area.photographAgain.mutationOptions({
      onSuccess: (result) => {
        refresh();
        onDone();
        onClose();
        announce(result, () =>
          recover.mutate({ images: result.images.map(({ sid, statusDate }) => ({ sid, statusDate })) }),
        );
      },
    }),
  );
  const names = formatAreaRanges(areas.map(({ area }) => Number(area.name)));
  const sids = areas.flatMap(({ area }) => area.sid ?? []);
  return (
    <Modal
      open={isOpen}
      title={areas.length === 1 ? `Photograph area ${names} again?` : `Photograph areas ${names} again?`}
      okText="Photograph again"
      okButtonProps={{ loading: request.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>
        Their photos are rejected with this reason and do not count any more. The areas are on the gap list until they
        have a new photo.
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ reason: DEFAULT_REASON }}
        onFinish={({ reason }) => request.mutate({ project: { slug }, areas: sids, reason })}
      >
        <Form.Item name="reason" label="Reason" rules={[schemaRule(recountReasonSchema)]}>
          <Input />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Undo stays available for this long. */
const NOTICE_MS = 20_000;

function announce({ areas, refused }: Result, onUndo: () => void): void {
  const numbers = formatAreaRanges(areas.map(Number));
  const text = refused.length === 0 ? null : refused.map(({ name, reason }) => `Area ${name}: ${reason}`).join(" ");
  if (areas.length === 0) {
    feedback.notice("warning", "No area was changed", text, NOTICE_MS);
    return;
  }
  const title = `${areas.length === 1 ? "Area" : "Areas"} ${numbers} to be photographed again`;
  feedback.notice("success", title, text, NOTICE_MS, { action: { label: "Undo", run: onUndo } });
}
