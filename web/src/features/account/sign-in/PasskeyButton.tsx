import { KeyOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import type { ReactElement } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { type RouterOutputs, client } from "../../../shared/api/trpc.ts";
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from "../../../shared/session/passkeys.ts";
import { rememberEmail } from "../../../shared/session/storage.ts";
import { sessionEnd } from "./use-logout.ts";

type Answer = RouterOutputs["user"]["passkeyLogin"];

type Props = {
  /** Whether the user chose "Remember me". */
  shouldRemember: () => boolean;
  onSignedIn: (answer: Answer) => void;
};

/** Sign-in with a passkey instead of e-mail and password. Not shown where the browser has none. */
export function PasskeyButton({ shouldRemember, onSignedIn }: Props): ReactElement | null {
  const signIn = useMutation({
    meta: { signsIn: true, quiet: true },
    mutationFn: async (remember: boolean) => {
      const { ticket, options } = await client.user.beginPasskeyLogin.mutate();
      return client.user.passkeyLogin.mutate({ ticket, remember, response: await signWithPasskey(options) });
    },
    onMutate: sessionEnd.pause,
    onError: sessionEnd.resume,
    onSuccess: (answer, remember) => {
      rememberEmail(remember ? answer.user.email : null);
      onSignedIn(answer);
    },
  });
  if (!canUsePasskeys()) return null;
  return (
    <>
      {signIn.error && (
        <Alert
          type="error"
          title={passkeyErrorMessage(signIn.error) ?? errorMessage(signIn.error)}
          style={{ marginTop: 16 }}
        />
      )}
      <Button
        size="large"
        block
        icon={<KeyOutlined aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate(shouldRemember())}
        style={{ marginTop: 16 }}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}
