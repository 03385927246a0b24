import { CloseCircleFilled } from "@ant-design/icons";
import { MESSAGES } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import styles from "./ErrorScreen.module.css";

type Props = { title: string; detail?: string | undefined; onRetry?: () => void };

// Not Ant Design's Result: its illustrations would add 10 kB to every first screen.

/** Spec §2: the status text, or 'There was an error', over 'Sorry, something went wrong.' */
export function ErrorScreen({ title, detail, onRetry }: Props): ReactElement {
  return (
    <div className={styles["message"]}>
      <CloseCircleFilled className={styles["sign"] ?? ""} aria-hidden />
      <h1>{title}</h1>
      <p className="pc-quiet">{MESSAGES.errorPage}</p>
      {detail && <p className="pc-quiet">{detail}</p>}
      <div className={styles["actions"]}>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <BackHome />
      </div>
    </div>
  );
}

/** The page of what the user may not do (PD-47), with the reason of the right's rule. */
export const ForbiddenScreen = ({ reason }: { reason: string | null }): ReactElement => (
  <ErrorScreen title="Forbidden" detail={reason ?? undefined} />
);

/** @param detail what does not exist, or may not be seen by the user */
export function NotFoundScreen({ detail }: { detail?: string }): ReactElement {
  return (
    <div className={styles["message"]}>
      <h1>404</h1>
      <p className="pc-quiet">{MESSAGES.notFoundPage}</p>
      {detail && <p className="pc-quiet">{detail}</p>}
      <div className={styles["actions"]}>
        <BackHome />
      </div>
    </div>
  );
}

/** A plain link, which works even if the router failed. */
function BackHome(): ReactElement {
  return (
    <Button type="primary" href="/">
      Back Home
    </Button>
  );
}
