import { SUCCESS, emailSchema, mutationFailed } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { Alert, Button, Checkbox, Form, Input } from "antd";
import { type ReactElement, useState } from "react";
import { errorMessage, requiredStep } from "../../../shared/api/errors.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { schemaRulesOnBlur } from "../../../shared/forms/form.ts";
import { rememberEmail, rememberedEmail } from "../../../shared/session/storage.ts";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { LoginHelp } from "./LoginHelp.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { type SecondFactor, SecondFactorStep } from "./SecondFactorStep.tsx";
import { sessionEnd } from "./use-logout.ts";
import { useSignedIn } from "./use-signed-in.ts";
import { WorkAccountButton } from "./WorkAccountButton.tsx";

type Answer = RouterOutputs["user"]["verifySecondFactor"];
type Fields = { email: string; password: string; remember: boolean };

export function LoginScreen(): ReactElement {
  const onSignedIn = useSignedIn();
  const returnTo = useLocation({ select: ({ state }) => state.returnTo });
  const [form] = Form.useForm<Fields>();
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null);
  const login = useMutation(
    trpc.user.login.mutationOptions({
      meta: { signsIn: true, quiet: true },
      // A logout that is still repeated must not end the new session, or remove its cookie.
      onMutate: sessionEnd.pause,
      onError: (error) => {
        sessionEnd.resume();
        if (!isExpired(error)) feedback.error(mutationFailed(errorMessage(error)));
      },
      onSuccess: (answer, { email, remember }) => {
        rememberEmail(remember ? email : null);
        if ("secondFactor" in answer) setSecondFactor(answer.secondFactor);
        else finish(answer);
      },
    }),
  );
  const finish = ({ session, mustAddFactor }: Answer): void =>
    onSignedIn(session.id, SUCCESS.login, returnTo, mustAddFactor);
  if (secondFactor) {
    return (
      <PublicCard title="Second factor">
        <SecondFactorStep choices={secondFactor} onSignedIn={finish} onBack={() => setSecondFactor(null)} />
      </PublicCard>
    );
  }
  const email = rememberedEmail();
  return (
    <PublicCard title="Sign in">
      <Form<Fields>
        form={form}
        layout="vertical"
        // The browser's own message would cover the field's.
        noValidate
        requiredMark={false}
        initialValues={{ email, password: "", remember: email !== "" }}
        onFinish={(fields) => login.mutate(fields)}
      >
        <Form.Item
          name="email"
          label="E-mail"
          normalize={trim}
          rules={schemaRulesOnBlur(emailSchema)}
          validateTrigger="onBlur"
        >
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Input type="email" autoComplete="username" size="large" autoFocus={email === ""} />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true, message: "Please enter your password" }]}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Input.Password autoComplete="current-password" size="large" autoFocus={email !== ""} />
        </Form.Item>
        <Form.Item name="remember" valuePropName="checked">
          <Checkbox>Remember me</Checkbox>
        </Form.Item>
        {isExpired(login.error) && (
          <Alert type="warning" showIcon title={errorMessage(login.error)} style={{ marginBottom: 16 }} />
        )}
        <Button type="primary" htmlType="submit" size="large" block loading={login.isPending}>
          Sign in
        </Button>
      </Form>
      <WorkAccountButton returnTo={returnTo} />
      <PasskeyButton shouldRemember={() => form.getFieldValue("remember") === true} onSignedIn={finish} />
      <LoginHelp />
    </PublicCard>
  );
}

/** The message contains a command to copy, so it stays on the screen. */
const isExpired = (error: unknown): boolean => requiredStep(error) === "set-password";

const trim = (value: string): string => value.trim();
