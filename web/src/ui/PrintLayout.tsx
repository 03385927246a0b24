import { type ReactNode, type ReactPortal, useEffect } from "react";
import { createPortal } from "react-dom";
import { showPaperTitle } from "../shared/browser/page-title.ts";
import styles from "./PrintLayout.module.css";

/**
 * What a page looks like on paper: black on white, A4, with numbered pages. It waits unseen beside the screen, for the
 * browser asks nobody before it prints: whoever presses Ctrl+P gets this too.
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
