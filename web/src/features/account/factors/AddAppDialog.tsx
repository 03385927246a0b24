import { type FactorRow, addTotpInputSchema } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { Form, Input, Modal } from "antd";
import type { ReactElement } from "react";
import { schemaRule, schemaRulesOnBlur } from "../../../shared/forms/form.ts";
import { focusFieldOnOpen } from "../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { CopyText } from "../../../ui/CopyText.tsx";
import { newFactorName } from "./new-factor-name.ts";

type NewTotp = RouterOutputs["factor"]["beginTotp"];
type Props = {
  totp: NewTotp | null;
  /** The user's second factors. */
  factors: readonly FactorRow[];
  onAdded: (codes: string[] | null) => void;
  onClose: () => void;
};
const { name: nameSchema, code: codeSchema } = addTotpInputSchema.shape;

/** The id of the form, which the button outside of it submits. With a submit button, Enter in a field submits too. */
const FORM = "add-authenticator-app";

/** Adds an authenticator app: the user scans the code and enters what the app shows. */
export function AddAppDialog({ totp, factors, onAdded, onClose }: Props): ReactElement {
  const [form] = Form.useForm<{ name: string; code: string }>();
  const add = useMutation(
    trpc.factor.addTotp.mutationOptions({ onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) }),
  );
  return (
    <Modal
      title="Add an authenticator app"
      open={totp !== null}
      onCancel={onClose}
      okText="Add"
      afterOpenChange={focusFieldOnOpen}
      confirmLoading={add.isPending}
      okButtonProps={{ htmlType: "submit", form: FORM }}
      destroyOnHidden
    >
      {totp && (
        <>
          <p>Scan the code with an authenticator app, or type the key into it.</p>
          <QrCode rows={totp.qr} />
          <p>
            Key: <CopyText text={totp.secret} shown={totp.secret} name="key" canWrap />
          </p>
          <Form
            id={FORM}
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={{ name: newFactorName("Authenticator app", factors), code: "" }}
            onFinish={(fields) => add.mutate({ ticket: totp.ticket, ...fields })}
          >
            <KeepInput />
            {/* First, so that it has the focus: the name is proposed. */}
            <Form.Item
              name="code"
              label="Code that the app shows"
              rules={schemaRulesOnBlur(codeSchema)}
              validateTrigger="onBlur"
            >
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={9} />
            </Form.Item>
            <Form.Item name="name" label="Name" rules={[schemaRule(nameSchema)]}>
              <Input dir="auto" />
            </Form.Item>
          </Form>
        </>
      )}
    </Modal>
  );
}

const QUIET_MODULES = 4;

/** Black on white in the dark theme too, because scanners expect it. */
function QrCode({ rows }: { rows: readonly string[] }): ReactElement {
  const size = rows.length + 2 * QUIET_MODULES;
  const path = rows.flatMap((row, y) =>
    Array.from(row).flatMap((module, x) =>
      module === "1" ? [`M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z`] : [],
    ),
  );
  return (
    // An inline drawing has no image file.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} role="img" aria-label="QR code of the key">
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
