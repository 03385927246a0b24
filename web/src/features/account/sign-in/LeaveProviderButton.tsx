import { Alert } from "antd";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./LeaveProviderButton.module.css";
import { errorOf } from "./provider-error.ts";
import { useLeaveProvider, useWorkAccount } from "./use-work-account.ts";

/** Signs out at the work-account provider too: on a shared computer the next person must not come in as this one. */
export function LeaveProviderButton(): ReactElement {
  const { name, account, reason } = useWorkAccount();
  const leaving = useLeaveProvider();
  return (
    <>
      <ReasonButton
        size="large"
        block
        className={styles["leave"] ?? ""}
        reason={reason}
        loading={leaving.isPending}
        onClick={() => account && leaving.mutate(account)}
      >
        Logout from {name}
      </ReasonButton>
      {leaving.error && (
        <Alert
          type="error"
          showIcon
          className={styles["leave"] ?? ""}
          title={`You could not be signed out of ${name}`}
          description={`${errorOf(leaving.error).description} Try again, or close the browser.`}
        />
      )}
    </>
  );
}
