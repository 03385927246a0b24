import { type ReactElement, type ReactNode, useId } from "react";
import { REVIEW_TABS, type ReviewTab } from "../../../shared/paging/search.ts";
import { TabBar } from "../../../ui/TabBar.tsx";
import styles from "./Review.module.css";

type Props = {
  toolbar: ReactNode;
  photo: ReactNode;
  panel: ReactNode;
  /** Which of its views the panel shows; without a choice it has one only. */
  tab?: ReviewTab;
  onTab?: (tab: ReviewTab) => void;
  /** Between the panel and its tabs: what is for a moment, and for every view. */
  foot?: ReactNode;
  info: ReactNode;
};

const TITLES: Readonly<Record<ReviewTab, string>> = { picture: "Picture", table: "Table", debug: "Debug" };
const TABS = REVIEW_TABS.map((key) => ({ key, title: TITLES[key] }));

/** The screen's four places: a thin bar, the photo, the panel beside (below on a tablet), what is known of the photo. */
export function ReviewFrame({ toolbar, photo, panel, tab = "picture", onTab, foot, info }: Props): ReactElement {
  const bodyId = useId();
  return (
    <div className={styles["frame"]} data-panel={panel !== null} data-tab={tab}>
      <div className={styles["toolbar"]} role="toolbar" aria-label="Photo tools">
        {toolbar}
      </div>
      <div className={styles["photo"]}>{photo}</div>
      {panel !== null && (
        <section className={styles["panel"]} aria-label="Labels">
          {onTab ? (
            <>
              <div id={bodyId} className={styles["panelBody"]} role="tabpanel" aria-label={TITLES[tab]}>
                {panel}
              </div>
              {foot}
              <TabBar label="View" tabs={TABS} value={tab} onChange={onTab} panelId={bodyId} />
            </>
          ) : (
            panel
          )}
        </section>
      )}
      <div className={styles["info"]}>{info}</div>
    </div>
  );
}
