import { SUCCESS, decodeResetToken, resetPasswordInputSchema } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { Navigate, getRouteApi, useNavigate } from "@tanstack/react-router";
import { Button, Form, Input } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { schemaRulesOnBlur } from "../../../shared/forms/form.ts";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { type SecondFactor, SecondFactorStep } from "../sign-in/SecondFactorStep.tsx";
import { useSignedIn } from "../sign-in/use-signed-in.ts";
import { sessionEnd } from "../sign-in/use-logout.ts";

const route = getRouteApi("/password/reset");
type Answer = RouterOutputs["user"]["verifySecondFactor"];

const { password: passwordSchema } = resetPasswordInputSchema.shape;

/** Sets a password with the link from an admin, and signs in with it (PD-141). The token is decoded only for display: the server verifies it (PD-45). */
export function ResetPasswordScreen(): ReactElement {
  const { token = "" } = route.useSearch();
  const navigate = useNavigate();
  const onSignedIn = useSignedIn();
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null);
  // Decoded once: if it expires while the user types, the server rejects it.
  const [read] = useState(() => decodeResetToken(token, Date.now()));
  const refusal = read.ok ? null : read.reason;
  useEffect(() => {
    if (refusal !== null) feedback.error(refusal);
  }, [refusal]);
  const reset = useMutation(
    trpc.user.resetPassword.mutationOptions({
      meta: { signsIn: true },
      // As in a sign-in: a logout that is still repeated must not end the new session, or remove its cookie.
      onMutate: sessionEnd.pause,
      onError: sessionEnd.resume,
      onSuccess: (answer) => {
        if ("secondFactor" in answer) {
          feedback.success(SUCCESS.passwordReset);
          setSecondFactor(answer.secondFactor);
        } else finish(answer, SUCCESS.passwordReset);
      },
    }),
  );
  const finish = ({ session, mustAddFactor }: Answer, message: string): void =>
    onSignedIn(session.id, message, undefined, mustAddFactor);
  if (secondFactor) {
    return (
      <PublicCard title="Second factor">
        <SecondFactorStep
          choices={secondFactor}
          onSignedIn={(answer) => finish(answer, SUCCESS.login)}
          onBack={() => void navigate({ to: "/login" })}
        />
      </PublicCard>
    );
  }
  if (!read.ok) return <Navigate to="/login" replace />;
  const email = read.value.sub;
  return (
    <PublicCard title="Set your password">
      <Form<{ email: string; password: string }>
        layout="vertical"
        requiredMark={false}
        initialValues={{ email }}
        onFinish={({ password }) => reset.mutate({ email, password, token })}
      >
        <Form.Item name="email" label="E-mail">
          <Input disabled size="large" autoComplete="username" />
        </Form.Item>
        <Form.Item
          name="password"
          label="New password"
          extra="8 to 100 characters, with a lowercase letter, an uppercase letter and a digit."
          rules={schemaRulesOnBlur(passwordSchema, "all")}
          validateTrigger="onBlur"
        >
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Input.Password size="large" autoComplete="new-password" autoFocus />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={reset.isPending}>
          Set password
        </Button>
      </Form>
    </PublicCard>
  );
}
