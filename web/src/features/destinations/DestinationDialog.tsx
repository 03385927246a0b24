import { type Destination, type DestinationKind, destinationInputSchema } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Form, Input, Modal, Select } from "antd";
import { type ReactElement, useState } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { schemaRule } from "../../shared/forms/form.ts";
import { focusFieldOnOpen } from "../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../shared/forms/KeepInput.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { KIND_OPTIONS, SettingsFields } from "./SettingsFields.tsx";
import { type Fields, NEW_FIELDS, fieldsOf, toInput } from "./fields.ts";
import type { Owner } from "./owner.ts";

type Props = { owner: Owner; edited: Destination | "new" | null; onClose: () => void };

/** The id of the form, which the button outside of it submits. With a submit button, Enter in a field submits too. */
const FORM = "destination";

/** Creates or changes a destination. A new webhook's signing secret is shown once. */
export function DestinationDialog({ owner, edited, onClose }: Props): ReactElement {
  const [signingSecret, setSigningSecret] = useState<string | null>(null);
  const close = (): void => {
    setSigningSecret(null);
    onClose();
  };
  if (signingSecret !== null) return <SecretDialog secret={signingSecret} onClose={close} />;
  return (
    <FormDialog
      key={edited === null || edited === "new" ? "new" : edited.sid}
      owner={owner}
      edited={edited}
      onClose={close}
      onSecret={setSigningSecret}
    />
  );
}

function FormDialog({
  owner,
  edited,
  onClose,
  onSecret,
}: Props & { onSecret: (secret: string) => void }): ReactElement {
  const [form] = Form.useForm<Fields>();
  const kind: DestinationKind = Form.useWatch("kind", form) ?? "webhook";
  const queryClient = useQueryClient();
  const onSettled = (): void => void queryClient.invalidateQueries({ queryKey: trpc.destination.pathKey() });
  const create = useMutation(
    trpc.destination.createDestination.mutationOptions({
      onSuccess: (created) => (created.signingSecret === null ? onClose() : onSecret(created.signingSecret)),
      onSettled,
    }),
  );
  const update = useMutation(trpc.destination.updateDestination.mutationOptions({ onSuccess: onClose, onSettled }));
  const known = edited === "new" ? null : edited;
  const submit = (fields: Fields): void => {
    const destination = toInput(fields);
    if (known === null) create.mutate({ owner, destination });
    else update.mutate({ sid: known.sid, destination });
  };
  return (
    <Modal
      title={known === null ? "Add destination" : "Edit destination"}
      open={edited !== null}
      onCancel={onClose}
      okText={known === null ? "Add" : "Save"}
      confirmLoading={create.isPending || update.isPending}
      okButtonProps={{ htmlType: "submit", form: FORM }}
      afterOpenChange={focusFieldOnOpen}
      destroyOnHidden
    >
      <Form
        id={FORM}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={known === null ? NEW_FIELDS : fieldsOf(known)}
        onFinish={submit}
      >
        <KeepInput />
        <Form.Item name="name" label="Name" rules={[schemaRule(destinationInputSchema.shape.name)]}>
          <Input dir="auto" placeholder="For example: ERP" />
        </Form.Item>
        <Form.Item name="kind" label="Kind">
          <Select options={KIND_OPTIONS} disabled={known !== null} />
        </Form.Item>
        <SettingsFields kind={kind} hasSecret={known?.hasSecret ?? false} />
      </Form>
    </Modal>
  );
}
