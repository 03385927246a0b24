import type { Area } from "@precount/domain";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { AREA_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Areas.module.css";
import { AreaPhotos } from "./link/AreaPhotos.tsx";
import type { AreaActions } from "./use-area-actions.tsx";

type Props = { area: Area; slug: string; actions: AreaActions; onClose: () => void };

/** An area's status, photos and actions (spec §2). */
export function AreaCard({ area, slug, actions, onClose }: Props): ReactElement {
  const { reasons } = actions;
  const after = (act: (area: Area) => void) => (): void => {
    onClose();
    act(area);
  };
  return (
    <dialog open aria-label={`Area ${area.name}`} className={styles["card"]}>
      <div className={styles["cardHead"]}>
        <strong>Area {area.name}</strong>
        <StatusTag display={AREA_STATUS_DISPLAY[area.status]} />
      </div>
      {area.voided && (
        <p className={styles["voided"]}>
          Voided by <bdi>{area.voided.by || "a deleted user"}</bdi>, <DateText iso={area.voided.at} />
          {area.voided.reason !== null && (
            <>
              : <bdi>{area.voided.reason}</bdi>
            </>
          )}
        </p>
      )}
      <AreaPhotos
        area={area}
        slug={slug}
        reason={reasons.edit}
        onLink={after(actions.link)}
        uploadReason={reasons.upload}
        onUpload={() => actions.upload(area)}
        onCapture={() => actions.capture(area)}
      />
      <div className={styles["actions"]}>
        <ReasonButton
          type="primary"
          reason={reasons.drillTo(area)}
          onClick={() => area.imageSid !== null && actions.drill(area.imageSid)}
        >
          Drill To
        </ReasonButton>
        {area.status === "voided" && (
          <ReasonButton reason={reasons.restore(area)} onClick={after(actions.restore)}>
            Restore
          </ReasonButton>
        )}
        <ReasonButton reason={reasons.void(area)} onClick={after(actions.void)}>
          Void
        </ReasonButton>
        <ReasonButton danger reason={reasons.delete(area)} onClick={after(actions.delete)}>
          Delete
        </ReasonButton>
      </div>
    </dialog>
  );
}
