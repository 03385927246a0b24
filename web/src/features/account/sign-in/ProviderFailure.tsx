import { providerLoginFailed } from "@precount/domain";
import { Alert } from "antd";
import type { ReactElement } from "react";
import type { ProviderError } from "./provider-error.ts";
import styles from "./ProviderFailure.module.css";

/** Why a sign-in by a work account failed (spec §8), and what now. All of it is somebody else's text, and shown as text. */
export function ProviderFailure({ name, error }: { name: string; error: ProviderError }): ReactElement {
  return (
    <Alert
      type="error"
      showIcon
      className={styles["failure"] ?? ""}
      title={providerLoginFailed(name)}
      description={
        <>
          <dl className={styles["facts"]}>
            <dt>Code</dt>
            <dd>
              <bdi className="pc-code">{error.code}</bdi>
            </dd>
            <dt>Description</dt>
            <dd>
              <bdi>{error.description}</bdi>
            </dd>
          </dl>
          Try again, or sign in with your e-mail and password.
        </>
      }
    />
  );
}
