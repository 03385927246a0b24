import { LoginOutlined } from "@ant-design/icons";
import { type AuthUser, SUCCESS } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Alert, Button, Form, Input, Modal } from "antd";
import { type ReactElement, useState } from "react";
import { errorMessage } from "../../shared/api/errors.ts";
import { feedback } from "../../shared/feedback/feedback.ts";
import { returnToState } from "../../shared/session/return-to.ts";
import { rememberedEmail, storeSessionId } from "../../shared/session/storage.ts";
import { SIGNS_IN } from "../../shared/api/sign-in-again-link.ts";
import { type RouterOutputs, trpc } from "../../shared/api/trpc.ts";
import { hasUnsavedInput } from "../../shared/forms/unsaved-input.ts";
import { ProofForm } from "../../ui/ProofForm.tsx";

type SecondFactor = Extract<RouterOutputs["user"]["login"], { secondFactor: unknown }>["secondFactor"];
type Props = {
  user: AuthUser;
  /** The number of edits that wait, also values that were typed but not confirmed. */
  edits: number;
  isOtherUser: boolean;
  onDone: (isSignedIn: boolean) => void;
};

/** Asks for the password over the page when the session has ended, so that the person continues where they are. */
export function SignInAgain({ user, edits, isOtherUser, onDone }: Props): ReactElement {
  const navigate = useNavigate();
  const page = useLocation({ select: ({ href }) => href });
  const hasInput = hasUnsavedInput();
  const { secondFactor, login, verify } = useSignInAgain(() => onDone(true));
  return (
    <Modal
      open
      title="Your session has ended"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={400}
      // Above the dialog whose form it keeps, and above the confirmation. Those of `modal.confirm` have 2000.
      zIndex={2100}
    >
      <Reasons edits={edits} hasInput={hasInput} isOtherUser={isOtherUser} />
      {secondFactor ? (
        <ProofForm
          choices={secondFactor}
          isPending={verify.isPending}
          error={verify.error}
          submitText="Sign in"
          onProof={(proof) => proof.kind !== "password" && verify.mutate({ ticket: secondFactor.ticket, proof })}
        />
      ) : (
        <Form<{ password: string }>
          // Its fields need ids of their own: the form below can have the same names.
          name="sign-in-again"
          layout="vertical"
          requiredMark={false}
          onFinish={({ password }) =>
            login.mutate({ email: user.email, password, remember: rememberedEmail() === user.email })
          }
        >
          <Form.Item label="E-mail" htmlFor="sign-in-again-email">
            <Input id="sign-in-again-email" value={user.email} disabled autoComplete="username" />
          </Form.Item>
          <Form.Item
            name="password"
            label="Password"
            rules={[{ required: true, message: "Please enter your password" }]}
          >
            {/* The dialog's only field. */}
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
            <Input.Password autoComplete="current-password" autoFocus />
          </Form.Item>
          {login.error && <Alert type="error" title={errorMessage(login.error)} style={{ marginBottom: 16 }} />}
          {/* The icon gives the spinner its place; without it, the spinner's exit animation may never end on a slow machine. */}
          <Button type="primary" htmlType="submit" block icon={<LoginOutlined aria-hidden />} loading={login.isPending}>
            Sign in
          </Button>
        </Form>
      )}
      {/* The dialog closes when the user has signed in there. */}
      {hasInput && (
        <Button type="link" block href="/login" target="_blank" rel="noopener">
          Use a passkey or work account in another tab
        </Button>
      )}
      <Button
        type="link"
        block
        onClick={() => void navigate({ to: "/logout", state: returnToState(page) }).then(() => onDone(false))}
      >
        {hasInput ? "Discard the input and sign in as another user" : "Sign in another way, or as another user"}
      </Button>
    </Modal>
  );
}

type ReasonProps = Pick<Props, "edits" | "isOtherUser"> & { hasInput: boolean };

/** Names what the sign-in will continue. */
const Reasons = ({ edits, hasInput, isOtherUser }: ReasonProps): ReactElement => (
  <>
    {isOtherUser && (
      <Alert
        type="warning"
        showIcon
        title="Another user has signed in in this browser. Sign in to continue as yourself."
        style={{ marginBottom: 16 }}
      />
    )}
    {edits > 0 && (
      <p>
        {edits === 1 ? "1 edit waits" : `${edits} edits wait`} in this browser and {edits === 1 ? "stays" : "stay"} here
        until you sign in again, in any way.
      </p>
    )}
    {hasInput && <p>Your input stays on this page until you sign in again.</p>}
  </>
);

/** Signs in with the password, and with a second factor if the account has one. */
function useSignInAgain(onDone: () => void) {
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null);
  const login = useMutation(
    trpc.user.login.mutationOptions({
      meta: { signsIn: true, quiet: true },
      trpc: SIGNS_IN,
      onSuccess: (answer) => {
        if ("secondFactor" in answer) setSecondFactor(answer.secondFactor);
        else finish(answer);
      },
    }),
  );
  const verify = useMutation(
    trpc.user.verifySecondFactor.mutationOptions({
      meta: { signsIn: true, quiet: true },
      trpc: SIGNS_IN,
      onSuccess: (answer) => finish(answer),
    }),
  );
  const finish = ({ session }: Pick<RouterOutputs["user"]["verifySecondFactor"], "session">): void => {
    storeSessionId(session.id);
    feedback.success(SUCCESS.login);
    onDone();
  };
  return { secondFactor, login, verify };
}
