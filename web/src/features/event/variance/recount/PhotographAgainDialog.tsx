import { type AreaVariance, formatAreaRanges, recountReasonSchema } from "@precount/domain";
import { Form, Input, Modal } from "antd";
import type { ReactElement } from "react";
import { usePhotographAgain } from "../../../../shared/areas/use-photograph-again.ts";
import { schemaRule } from "../../../../shared/forms/form.ts";
import { focusFieldOnOpen } from "../../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../../shared/forms/KeepInput.tsx";

type Props = {
  slug: string;
  areas: readonly AreaVariance[];
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
};

const DEFAULT_REASON = "Recount: the count is far from expected";

/** Asks for the reason, and rejects the areas' photos with it. */
export function PhotographAgainDialog({ slug, areas, isOpen, onClose, onDone }: Props): ReactElement {
  const [form] = Form.useForm<{ reason: string }>();
  const { isPending, request } = usePhotographAgain(slug, () => {
    onDone();
    onClose();
  });
  const names = formatAreaRanges(areas.map(({ area }) => Number(area.name)));
  const sids = areas.flatMap(({ area }) => area.sid ?? []);
  return (
    <Modal
      open={isOpen}
      title={areas.length === 1 ? `Photograph area ${names} again?` : `Photograph areas ${names} again?`}
      okText="Photograph again"
      okButtonProps={{ loading: isPending }}
      onOk={() => form.submit()}
      afterOpenChange={focusFieldOnOpen}
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
        onFinish={({ reason }) => request(sids, reason)}
      >
        <KeepInput />
        <Form.Item name="reason" label="Reason" rules={[schemaRule(recountReasonSchema)]}>
          <Input />
        </Form.Item>
      </Form>
    </Modal>
  );
}
