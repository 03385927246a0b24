import { type ReactElement, type ReactNode, useId } from "react";
import { REVIEW_TABS, type ReviewTab } from "../../../shared/paging/search.ts";
import { TabBar } from "../../../ui/TabBar.tsx";
import styles from "./Review.module.css";

type Props = {
  toolbar: ReactNode;
  photo: ReactNode;
  panel: ReactNode;
  /** The shown view of the panel. */
  tab?: ReviewTab;
  onTab?: (tab: ReviewTab) => void;
  /** Between the panel and its tabs, in every view. */
  foot?: ReactNode;
  info: ReactNode;
};

const TITLES: Readonly<Record<ReviewTab, string>> = { picture: "Picture", table: "Table", debug: "Debug" };
const TABS = REVIEW_TABS.map((key) => ({ key, title: TITLES[key] }));

/** The layout of the screen: toolbar, photo, panel beside it (below it on a tablet), and facts of the photo. */
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
