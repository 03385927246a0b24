import { type ReactElement, type ReactNode, useDeferredValue, useLayoutEffect } from "react";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import type { PanelTab } from "../result-filter.ts";
import { ProofPanel } from "../proof/ProofPanel.tsx";
import styles from "../Review.module.css";
import { useReview, useSession } from "../session/session-context.ts";
import { Magnifier } from "./Magnifier.tsx";
import { PanelHead } from "./PanelHead.tsx";
import { ResultCards } from "./ResultCards.tsx";
import { usePanelKeys } from "./use-panel-keys.ts";

type Props = {
  preview: HTMLImageElement | null;
  /** On a phone, the button that goes on to the next photo. */
  next: ReactNode;
};

const NO_RESULTS: Readonly<Record<PanelTab, string>> = {
  doubtful: "Nothing is doubtful. Validate when every value matches the photo.",
  all: "There are no labels here.",
  discarded: "Nothing is discarded.",
};

/** The results beside the photo, the most doubtful first, with the current one magnified above them. */
export function ResultPanel({ preview, next }: Props): ReactElement {
  const session = useSession();
  const list = useReview((state) => state.list);
  const editReason = useReview((state) => state.editReason);
  const current = useReview((state) => state.current);
  const isProof = useReview((state) => state.isProof);
  useLayoutEffect(() => session.openPanel(), [session]);
  usePanelKeys();
  const isPhone = useMedia("(max-width: 600px)");
  const item = list.listed.find(({ index }) => index === current) ?? list.listed[0];
  // A field gets the focus first. Its crop is drawn after that: drawing it takes longest.
  const magnified = useDeferredValue(item) ?? item;
  return (
    <>
      <PanelHead />
      {editReason !== null && (
        <div className={`${styles["panelHead"] ?? ""} pc-quiet`} role="note">
          {editReason}
        </div>
      )}
      {isProof ? (
        <ProofPanel preview={preview} next={isPhone ? next : null} />
      ) : item && magnified ? (
        <div className={styles["work"]}>
          <Magnifier item={magnified} preview={preview} next={isPhone && next} />
          <ResultCards
            key={`${list.tab} ${list.statuses.join()}`}
            items={isPhone ? [item] : list.listed}
            preview={preview}
          />
        </div>
      ) : (
        <EmptyState text={NO_RESULTS[list.tab]} />
      )}
    </>
  );
}
