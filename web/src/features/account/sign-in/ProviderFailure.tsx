import { providerLoginFailed } from "@precount/domain";
import { Alert } from "antd";
import type { ReactElement } from "react";
import type { ProviderError } from "./provider-error.ts";
import styles from "./ProviderFailure.module.css";

/** Why a work-account sign-in failed (spec §8), and what to do. The provider's text is untrusted and shown as plain text. */
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
