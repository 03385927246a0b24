import { type FactorRow, factorNameSchema } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { App, Button, Form, Input, Modal, Space } from "antd";
import { type ReactElement, useState } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { focusFieldOnOpen } from "../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { RowList } from "../../../ui/RowList.tsx";
import { describeFactorRemoval } from "./describe-factor-removal.ts";

type Props = {
  factors: readonly FactorRow[];
  /** Whether the sign-in rules require a second factor for this account. */
  isRequired: boolean;
  onChanged: () => void;
};
const KINDS = { totp: "authenticator app", passkey: "passkey" } as const;

/** Lists, renames and removes second factors. */
export function FactorList({ factors, isRequired, onChanged }: Props): ReactElement {
  const { modal } = App.useApp();
  const [renaming, setRenaming] = useState<FactorRow | null>(null);
  const remove = useMutation(
    trpc.factor.removeFactor.mutationOptions({
      onSuccess: () => feedback.success("Second factor successfully removed"),
      onSettled: onChanged,
    }),
  );
  const ask = ({ sid, name }: FactorRow): void =>
    void modal.confirm({
      title: "Are you sure to remove this second factor?",
      content: describeFactorRemoval(name, isRequired && factors.length === 1),
      okText: "Remove",
      okButtonProps: { danger: true },
      onOk: () => remove.mutate({ sid }),
    });
  return (
    <>
      <RowList
        rows={factors.map((factor) => ({
          key: factor.sid,
          title: (
            <strong>
              <bdi>{factor.name}</bdi>
            </strong>
          ),
          details: [
            <>
              {KINDS[factor.kind]}, added <DateText iso={factor.createdAt} />
            </>,
          ],
          action: (
            <Space wrap>
              <Button aria-label={`Rename ${factor.name}`} onClick={() => setRenaming(factor)}>
                Rename
              </Button>
              <Button danger aria-label={`Remove ${factor.name}`} onClick={() => ask(factor)}>
                Remove
              </Button>
            </Space>
          ),
        }))}
      />
      <RenameDialog factor={renaming} onChanged={onChanged} onClose={() => setRenaming(null)} />
    </>
  );
}

type RenameProps = { factor: FactorRow | null; onChanged: () => void; onClose: () => void };

function RenameDialog({ factor, onChanged, onClose }: RenameProps): ReactElement {
  const [form] = Form.useForm<{ name: string }>();
  const rename = useMutation(trpc.factor.renameFactor.mutationOptions({ onSuccess: onClose, onSettled: onChanged }));
  const submit = useMutateOnce(rename);
  return (
    <Modal
      title="Rename"
      open={factor !== null}
      onCancel={onClose}
      okText="Rename"
      afterOpenChange={focusFieldOnOpen}
      confirmLoading={rename.isPending}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      {factor && (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: factor.name }}
          onFinish={({ name }) => submit({ sid: factor.sid, name })}
        >
          <KeepInput />
          <Form.Item name="name" label="Name" rules={[schemaRule(factorNameSchema)]}>
            <Input dir="auto" />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
