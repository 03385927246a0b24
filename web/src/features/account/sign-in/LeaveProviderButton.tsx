import { Alert } from "antd";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./LeaveProviderButton.module.css";
import { errorOf } from "./provider-error.ts";
import { useProviderSignOut, useWorkAccount } from "./use-work-account.ts";

/** Also signs out of the work-account provider: on a shared computer the next person must not get into this account. */
export function LeaveProviderButton(): ReactElement {
  const { name, account, reason } = useWorkAccount();
  const signOut = useProviderSignOut();
  return (
    <>
      <ReasonButton
        size="large"
        block
        className={styles["leave"] ?? ""}
        reason={reason}
        loading={signOut.isPending}
        onClick={() => account && signOut.mutate(account)}
      >
        Logout from {name}
      </ReasonButton>
      {signOut.error && (
        <Alert
          type="error"
          showIcon
          className={styles["leave"] ?? ""}
          title={`You could not be signed out of ${name}`}
          description={`${errorOf(signOut.error).description} Try again, or close the browser.`}
        />
      )}
    </>
  );
}
