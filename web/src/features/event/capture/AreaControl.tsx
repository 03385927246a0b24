import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { type ReactElement, useState } from "react";
import { type QueuedPhoto, isUnsent } from "../../../shared/uploads/photo-queue/queued-photo.ts";
import styles from "./Capture.module.css";
import type { AreaSnapshot } from "./snapshot/event-snapshot.ts";
import { areaAfter, areaBefore, parseAreaNumber } from "./snapshot/step-area.ts";

type Props = {
  areas: readonly AreaSnapshot[];
  area: number | null;
  photos: readonly QueuedPhoto[];
  slug: string;
  onArea: (area: number | null) => void;
};

/** Chooses the area of the next photo: typed, or the next area that needs a photo. */
export function AreaControl({ areas, area, photos, slug, onArea }: Props): ReactElement {
  const own = photos.filter((photo) => photo.slug === slug);
  const taken = new Set(own.filter(isUnsent).flatMap((photo) => photo.area ?? []));
  const here = own.filter((photo) => photo.area === area).length;
  const known = areas.find(({ number }) => number === area);
  const previous = areaBefore(areas, area);
  const next = areaAfter(areas, area, taken);
  return (
    <fieldset className={styles["area"]} aria-label="Area">
      <button
        type="button"
        className={styles["step"]}
        aria-label={previous === null ? "No area before" : `Back to area ${previous}`}
        disabled={previous === null}
        onClick={() => onArea(previous)}
      >
        <LeftOutlined />
      </button>
      <label className={styles["number"]}>
        <span>Area</span>
        <NumberField key={area} area={area} onArea={onArea} />
        <span className={styles["count"]}>
          {describeArea({ area, here, known, hasAreas: areas.length > 0, hasUnsent: area !== null && taken.has(area) })}
        </span>
      </label>
      <button
        type="button"
        className={styles["step"]}
        aria-label={next === null ? "No area after" : `Next: area ${next}`}
        disabled={next === null}
        onClick={() => onArea(next)}
      >
        <RightOutlined />
      </button>
    </fieldset>
  );
}

type AreaState = {
  area: number | null;
  /** Photos of the area on this device. */
  here: number;
  known: AreaSnapshot | undefined;
  hasAreas: boolean;
  hasUnsent: boolean;
};

function describeArea({ area, here, known, hasAreas, hasUnsent }: AreaState): string {
  const photos = here === 1 ? "1 photo" : `${here} photos`;
  if (area === null) return here === 0 ? "no area" : `no area · ${photos}`;
  if (!known) return hasAreas ? `not in this event · ${photos}` : photos;
  if (known.status === "voided") return `voided · ${photos}`;
  // A photo that is still on this device replaces the rejected one.
  if (known.status === "rejected" && !hasUnsent) return "photo rejected: take it again";
  return here === 0 && known.status !== "not_taken" ? "has a photo" : photos;
}

/** Empty means no area. A text that is not a number is reset on blur. */
function NumberField({ area, onArea }: Pick<Props, "area" | "onArea">): ReactElement {
  const [text, setText] = useState(area === null ? "" : String(area));
  const apply = (): void => {
    const number = parseAreaNumber(text);
    if (text.trim() === "") onArea(null);
    else if (number === null) setText(area === null ? "" : String(area));
    else if (number !== area) onArea(number);
  };
  return (
    <input
      className={styles["field"]}
      inputMode="numeric"
      enterKeyHint="done"
      autoComplete="off"
      placeholder="–"
      aria-label="Area number"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={apply}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}
