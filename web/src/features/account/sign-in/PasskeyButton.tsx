import { KeyOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import type { ReactElement } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { type RouterOutputs, client } from "../../../shared/api/trpc.ts";
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from "../../../shared/session/passkeys.ts";
import { sessionEnd } from "./use-logout.ts";

type Answer = RouterOutputs["user"]["passkeyLogin"];

/** Sign-in with a passkey instead of e-mail and password. Not shown where the browser has none. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (answer: Answer) => void }): ReactElement | null {
  const signIn = useMutation({
    meta: { signsIn: true, quiet: true },
    mutationFn: async () => {
      const { ticket, options } = await client.user.beginPasskeyLogin.mutate();
      return client.user.passkeyLogin.mutate({ ticket, response: await signWithPasskey(options) });
    },
    onMutate: sessionEnd.pause,
    onError: sessionEnd.resume,
    onSuccess: onSignedIn,
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
        onClick={() => signIn.mutate()}
        style={{ marginTop: 16 }}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}
