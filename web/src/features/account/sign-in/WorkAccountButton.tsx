import { IdcardOutlined } from "@ant-design/icons";
import { Divider } from "antd";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { errorOf } from "./provider-error.ts";
import { ProviderFailure } from "./ProviderFailure.tsx";
import { useGoToProvider, useWorkAccount } from "./use-work-account.ts";

/** The other way in. Where no provider is set up it says so (decision 46). */
export function WorkAccountButton({ returnTo }: { returnTo: string | undefined }): ReactElement {
  const { name, account, reason } = useWorkAccount();
  const going = useGoToProvider(account, returnTo);
  return (
    <>
      <Divider plain>or</Divider>
      {going.error && <ProviderFailure name={name} error={errorOf(going.error)} />}
      <ReasonButton
        size="large"
        block
        icon={<IdcardOutlined aria-hidden />}
        reason={reason}
        loading={going.isPending}
        onClick={() => account && going.mutate(account)}
      >
        Sign in with {name}
      </ReasonButton>
    </>
  );
}
