import type { ReactElement, ReactNode } from "react";
import styles from "./Review.module.css";

type Props = { toolbar: ReactNode; photo: ReactNode; panel: ReactNode; info: ReactNode };

/** The screen's four places: a thin bar, the photo, the panel beside (below on a tablet), what is known of the photo. */
export function ReviewFrame({ toolbar, photo, panel, info }: Props): ReactElement {
  return (
    <div className={styles["frame"]} data-panel={panel !== null}>
      <div className={styles["toolbar"]} role="toolbar" aria-label="Photo tools">
        {toolbar}
      </div>
      <div className={styles["photo"]}>{photo}</div>
      {panel !== null && (
        <section className={styles["panel"]} aria-label="Labels">
          {panel}
        </section>
      )}
      <div className={styles["info"]}>{info}</div>
    </div>
  );
}
