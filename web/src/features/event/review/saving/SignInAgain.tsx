import { LoginOutlined } from "@ant-design/icons";
import { type AuthUser, SUCCESS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Alert, Button, Form, Input, Modal } from "antd";
import { type ReactElement, useState } from "react";
import { errorMessage } from "../../../../shared/api/errors.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { returnToState } from "../../../../shared/session/return-to.ts";
import { rememberedEmail, storeSessionId } from "../../../../shared/session/storage.ts";
import { type RouterOutputs, trpc } from "../../../../shared/api/trpc.ts";
import { ProofForm } from "../../../../ui/ProofForm.tsx";
import type { SaveQueue } from "./save-queue.ts";

type SecondFactor = Extract<RouterOutputs["user"]["login"], { secondFactor: unknown }>["secondFactor"];
type Props = { user: AuthUser; queue: SaveQueue; onDone: () => void };

/** Asks for the password over the page when the session has ended, so that the person continues where they are. */
export function SignInAgain({ user, queue, onDone }: Props): ReactElement {
  const navigate = useNavigate();
  const page = useLocation({ select: ({ href }) => href });
  const { secondFactor, login, verify } = useSignInAgain(queue, onDone);
  // Values that were typed but not confirmed wait too.
  const count = queue.pendingCount();
  return (
    <Modal
      open
      title="Your session has ended"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={400}
    >
      <p>
        {count === 1 ? "1 edit waits" : `${count} edits wait`} in this browser and {count === 1 ? "stays" : "stay"} here
        until you sign in again, in any way.
      </p>
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
          layout="vertical"
          requiredMark={false}
          onFinish={({ password }) =>
            login.mutate({ email: user.email, password, remember: rememberedEmail() === user.email })
          }
        >
          <Form.Item label="E-mail">
            <Input value={user.email} disabled autoComplete="username" />
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
      <Button
        type="link"
        block
        onClick={() => {
          onDone();
          void navigate({ to: "/logout", state: returnToState(page) });
        }}
      >
        Sign in another way, or as another user
      </Button>
    </Modal>
  );
}

/** Signs in with the password, and with a second factor if the account has one. */
function useSignInAgain(queue: SaveQueue, onDone: () => void) {
  const queryClient = useQueryClient();
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null);
  const login = useMutation(
    trpc.user.login.mutationOptions({
      meta: { signsIn: true, quiet: true },
      onSuccess: (answer) => {
        if ("secondFactor" in answer) setSecondFactor(answer.secondFactor);
        else finish(answer);
      },
    }),
  );
  const verify = useMutation(
    trpc.user.verifySecondFactor.mutationOptions({
      meta: { signsIn: true, quiet: true },
      onSuccess: (answer) => finish(answer),
    }),
  );
  const finish = ({ session }: Pick<RouterOutputs["user"]["verifySecondFactor"], "session">): void => {
    storeSessionId(session.id);
    feedback.success(SUCCESS.login);
    onDone();
    queue.resume();
    void queryClient.invalidateQueries();
  };
  return { secondFactor, login, verify };
}
