import { type ReactNode, type ReactPortal, useEffect } from "react";
import { createPortal } from "react-dom";
import styles from "./PaperSheet.module.css";

/**
 * What a page looks like on paper: black on white, A4, with numbered pages. It waits unseen beside the screen, for the
 * browser asks nobody before it prints: whoever presses Ctrl+P gets this too.
 */
export function PaperSheet({ title, children }: { title: string; children: ReactNode }): ReactPortal {
  useTitle(title);
  return createPortal(
    <div data-print-sheet className={styles["sheet"]}>
      <h1>{title}</h1>
      {children}
    </div>,
    document.body,
  );
}

/** Browsers name a printed file by the page's title, and write it over each sheet. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
