import { KeyOutlined } from "@ant-design/icons";
import { type FactorProof, type ProofChoices, recoveryCodeSchema, totpCodeSchema } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { Alert, Button, Form, type FormRule, Input } from "antd";
import { type ReactElement, useState } from "react";
import { errorMessage } from "../shared/api/errors.ts";
import { schemaRulesOnBlur } from "../shared/forms/form.ts";
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from "../shared/session/passkeys.ts";
import type { RouterOutputs } from "../shared/api/trpc.ts";

type Choices = RouterOutputs["factor"]["beginConfirmation"];
type Proof = FactorProof | { kind: "password"; password: string };
type Method = "password" | "totp" | "recovery";

type Props = {
  choices: Choices;
  isPending: boolean;
  error: unknown;
  submitText: string;
  onProof: (proof: Proof) => void;
};

/** Proves who the user is: by password, code, recovery code or passkey, as far as the account has them. */
export function ProofForm({ choices, isPending, error, submitText, onProof }: Props): ReactElement {
  const methods = methodsOf(choices);
  const passkey = usePasskeyProof(choices, onProof);
  const [method, setMethod] = useState<Method | null>(() => firstMethod(methods, passkey.canUse));
  const message = error ? errorMessage(error) : passkey.message;
  return (
    <>
      {passkey.canUse && (
        <Button
          block
          size="large"
          type={method === null ? "primary" : "default"}
          icon={<KeyOutlined aria-hidden />}
          loading={passkey.isPending}
          onClick={passkey.use}
          style={{ marginBottom: 16 }}
        >
          Use a passkey
        </Button>
      )}
      {message !== null && <Alert type="error" title={message} style={{ marginBottom: 16 }} />}
      {method && (
        <Form<{ text: string }>
          key={method}
          layout="vertical"
          requiredMark={false}
          onFinish={({ text }) => onProof(toProof(method, text))}
        >
          <Form.Item name="text" label={FIELDS[method].label} rules={FIELDS[method].rules} validateTrigger="onBlur">
            {fieldOf(method)}
          </Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={isPending}>
            {submitText}
          </Button>
        </Form>
      )}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} type="link" block onClick={() => setMethod(other)}>
            {FIELDS[other].switchTo}
          </Button>
        ))}
    </>
  );
}

function methodsOf({ hasPassword, hasTotp, hasRecoveryCodes }: ProofChoices): Method[] {
  return [
    ...(hasPassword ? (["password"] as const) : []),
    ...(hasTotp ? (["totp"] as const) : []),
    ...(hasRecoveryCodes ? (["recovery"] as const) : []),
  ];
}

/** A recovery code is for a lost factor: it is not offered first while a passkey can be used. */
function firstMethod(methods: readonly Method[], canUsePasskey: boolean): Method | null {
  const [first] = methods;
  return first === undefined || (first === "recovery" && canUsePasskey) ? null : first;
}

const FIELDS = {
  password: {
    label: "Password",
    switchTo: "Use the password",
    rules: [{ required: true, message: "Please enter your password", validateTrigger: [] }],
  },
  totp: {
    label: "Code from your authenticator app",
    switchTo: "Use an app code",
    rules: schemaRulesOnBlur(totpCodeSchema),
  },
  recovery: { label: "Recovery code", switchTo: "Use a recovery code", rules: schemaRulesOnBlur(recoveryCodeSchema) },
} satisfies Record<Method, { label: string; switchTo: string; rules: FormRule[] }>;

/** The field is the only one of its step. */
function fieldOf(method: Method): ReactElement {
  // oxlint-disable-next-line jsx-a11y/no-autofocus
  if (method === "password") return <Input.Password autoComplete="current-password" size="large" autoFocus />;
  if (method === "totp") {
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    return <Input inputMode="numeric" autoComplete="one-time-code" maxLength={9} size="large" autoFocus />;
  }
  // oxlint-disable-next-line jsx-a11y/no-autofocus
  return <Input autoComplete="off" spellCheck={false} size="large" autoFocus />;
}

const toProof = (method: Method, text: string): Proof =>
  method === "password" ? { kind: method, password: text } : { kind: method, code: text };

function usePasskeyProof({ passkey }: Choices, onProof: Props["onProof"]) {
  const mutation = useMutation({
    meta: { signsIn: true, quiet: true },
    mutationFn: (options: NonNullable<Choices["passkey"]>) => signWithPasskey(options),
    onSuccess: (response) => onProof({ kind: "passkey", response }),
  });
  return {
    canUse: passkey !== null && canUsePasskeys(),
    isPending: mutation.isPending,
    message: mutation.error && (passkeyErrorMessage(mutation.error) ?? errorMessage(mutation.error)),
    use: () => passkey && mutation.mutate(passkey),
  };
}
