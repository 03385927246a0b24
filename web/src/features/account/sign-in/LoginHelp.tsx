import type { ReactElement } from "react";
import styles from "./LoginHelp.module.css";

/** Answers for users who cannot sign in. */
export const LoginHelp = (): ReactElement => (
  <details className={styles["help"]}>
    <summary>Help with signing in</summary>
    <dl>
      <dt>No account yet?</dt>
      <dd>An admin creates your account and sends you a link to set your password.</dd>
      <dt>Password forgotten, or the link has expired?</dt>
      <dd>Ask an admin for a new link. It works once, within a day.</dd>
      <dt>How long do you stay signed in?</dt>
      <dd>12 hours, or 7 days with ‘Remember me’. Do not use ‘Remember me’ on a shared computer.</dd>
    </dl>
  </details>
);
