import { type ReactElement, type ReactNode, useEffect } from "react";
import { showScreenTitle } from "../shared/browser/page-title.ts";
import { CONTENT_ID } from "./content.ts";
import styles from "./PublicCard.module.css";

/** The layout of screens before the sign-in. */
export function PublicCard({ title, children }: { title: string; children: ReactNode }): ReactElement {
  useEffect(() => {
    showScreenTitle(title);
    return () => showScreenTitle("");
  }, [title]);
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={styles["page"]}>
      <section className={styles["card"]} aria-labelledby="public-title">
        <div className={styles["brand"]}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          <span>Precount</span>
        </div>
        <h1 id="public-title" className={styles["title"]}>
          {title}
        </h1>
        {children}
      </section>
    </main>
  );
}
