import { type ReactNode, type ReactPortal, useEffect } from "react";
import { createPortal } from "react-dom";
import { showPaperTitle } from "../shared/browser/page-title.ts";
import styles from "./PrintLayout.module.css";

/**
 * The printed version of a screen: black on white, A4, with page numbers. It is always rendered but hidden on the screen, because
 * Ctrl+P prints without asking the app first.
 */
export function PrintLayout({ title, children }: { title: string; children: ReactNode }): ReactPortal {
  useEffect(() => {
    showPaperTitle(title);
    return () => showPaperTitle(null);
  }, [title]);
  return createPortal(
    <div data-print-sheet className={styles["sheet"]}>
      <h1>{title}</h1>
      {children}
    </div>,
    document.body,
  );
}
