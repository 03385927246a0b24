import { IdcardOutlined } from "@ant-design/icons";
import { Divider } from "antd";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { errorOf } from "./provider-error.ts";
import { ProviderFailure } from "./ProviderFailure.tsx";
import { useProviderSignIn, useWorkAccount } from "./use-work-account.ts";

/** Sign-in with a work account. Disabled with a reason when no provider is configured (PD-46). */
export function WorkAccountButton({ returnTo }: { returnTo: string | undefined }): ReactElement {
  const { name, account, reason } = useWorkAccount();
  const signIn = useProviderSignIn(account, returnTo);
  return (
    <>
      <Divider plain>or</Divider>
      {signIn.error && <ProviderFailure name={name} error={errorOf(signIn.error)} />}
      <ReasonButton
        size="large"
        block
        icon={<IdcardOutlined aria-hidden />}
        reason={reason}
        loading={signIn.isPending}
        onClick={() => account && signIn.mutate(account)}
      >
        Sign in with {name}
      </ReasonButton>
    </>
  );
}
