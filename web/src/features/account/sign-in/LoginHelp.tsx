import type { ReactElement } from "react";
import styles from "./LoginHelp.module.css";

/** What somebody asks who cannot get in: nobody here can ask the server for them. */
export const LoginHelp = (): ReactElement => (
  <details className={styles["help"]}>
    <summary>Help with signing in</summary>
    <dl>
      <dt>No account yet?</dt>
      <dd>An admin of your Precount makes one and gives you a link with which you set your password.</dd>
      <dt>Password forgotten, or the link has expired?</dt>
      <dd>Ask an admin for a new link. It works once, within a day.</dd>
      <dt>How long do you stay signed in?</dt>
      <dd>12 hours, with ‘Remember me’ 7 days. Leave it off on a computer that others use.</dd>
    </dl>
  </details>
);
