import { isPasswordExpired } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { longDay } from "../../shared/time/dates.ts";
import styles from "./HomeScreen.module.css";

/** Asks the first admin to replace the generated password before it expires (PD-177). */
export function FirstPasswordNotice({ expiresAt, asOf }: { expiresAt: string; asOf: string }): ReactElement {
  const isExpired = isPasswordExpired(new Date(expiresAt), new Date(asOf));
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={
        <>
          Your generated password {isExpired ? "expired" : "expires"} on{" "}
          <time dateTime={expiresAt}>{longDay(expiresAt)}</time>.
        </>
      }
      action={
        <Link to="/account" className={styles["change"]}>
          Change password
        </Link>
      }
    />
  );
}
