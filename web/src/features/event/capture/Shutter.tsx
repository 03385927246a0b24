import { BulbFilled, BulbOutlined, PictureOutlined } from "@ant-design/icons";
import type { ReactElement } from "react";
import type { QueuedPhoto } from "../../../shared/uploads/photo-queue/queued-photo.ts";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { FilePick } from "./camera/FilePick.tsx";
import type { Camera } from "./camera/use-camera.ts";
import styles from "./Capture.module.css";
import { Thumb } from "./photo-list/Thumb.tsx";

type Props = {
  camera: Camera;
  /** Why no photo can be taken for this event; null when one can. */
  reason: string | null;
  isBusy: boolean;
  last: QueuedPhoto | null;
  count: number;
  thumb: (key: string) => Promise<Blob | null>;
  onTake: () => void;
  onFiles: (files: readonly File[]) => void;
  onList: () => void;
};

/** The row of the list button, the shutter and the torch. */
export function Shutter(props: Props): ReactElement {
  const { camera, reason, isBusy, last, count, thumb, onTake, onFiles, onList } = props;
  const photos = count === 1 ? "1 photo" : `${count} photos`;
  const isDisabled = reason !== null || isBusy || camera.state.is !== "live";
  return (
    <div className={styles["shutterRow"]}>
      <button type="button" className={styles["side"]} aria-label={`${photos} taken on this device`} onClick={onList}>
        {last ? <Thumb key={last.key} photo={last} load={thumb} /> : <PictureOutlined />}
        {count > 0 && <span className={styles["badge"]}>{count}</span>}
      </button>
      {camera.state.is === "absent" && reason === null ? (
        <FilePick className={styles["shutter"] ?? ""} label="Take photo" withCamera onFiles={onFiles} />
      ) : (
        <WithTooltip title={reason ?? ""} showOnTouch={reason !== null}>
          <button
            type="button"
            className={styles["shutter"]}
            aria-label="Take photo"
            aria-disabled={isDisabled}
            onClick={() => {
              if (!isDisabled) onTake();
            }}
          />
        </WithTooltip>
      )}
      {camera.torch ? (
        <button
          type="button"
          className={styles["side"]}
          aria-label="Light"
          aria-pressed={camera.torch.isOn}
          onClick={camera.torch.toggle}
        >
          {camera.torch.isOn ? <BulbFilled /> : <BulbOutlined />}
        </button>
      ) : (
        <span className={styles["side"]} />
      )}
    </div>
  );
}
