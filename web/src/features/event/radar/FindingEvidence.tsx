import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import { ResultCrop } from "../../../shared/images/ResultCrop.tsx";
import styles from "./Radar.module.css";
import type { ShownFinding } from "./types.ts";

type Evidence = ShownFinding["evidence"][number];

/** CSS pixels. */
const FRAME = { width: 148, height: 88 };
const CROPS = 3;

/** The stickers of a finding, cut from their photos, or the photo that it is about. */
export function FindingEvidence({ slug, finding }: { slug: string; finding: ShownFinding }): ReactElement {
  const isPhone = useMedia("(max-width: 600px)");
  const { evidence, image } = finding;
  const shown = evidence.slice(0, isPhone ? 2 : CROPS);
  const more = evidence.length - shown.length;
  return (
    <div className={styles["evidence"]}>
      {shown.map((sticker) => (
        <Sticker key={`${sticker.image.sid}:${sticker.position}`} slug={slug} evidence={sticker} />
      ))}
      {evidence.length === 0 && image !== null && (
        <Link
          className={styles["crop"] ?? ""}
          to="/projects/$projectId/eventImages/images/$imageId"
          params={{ projectId: slug, imageId: image.sid }}
        >
          <img
            src={photoUrl(image.src, 320)}
            alt={image.name}
            loading="lazy"
            width={FRAME.width}
            height={FRAME.height}
          />
        </Link>
      )}
      {evidence.length === 0 && image === null && <span className={styles["none"]}>No photo</span>}
      {more > 0 && <span className="pc-quiet">and {more} more</span>}
    </div>
  );
}

function Sticker({ slug, evidence }: { slug: string; evidence: Evidence }): ReactElement {
  const { image, position, rect, code, quantity } = evidence;
  return (
    <Link
      className={styles["crop"] ?? ""}
      to="/projects/$projectId/eventImages/images/$imageId"
      params={{ projectId: slug, imageId: image.sid }}
      search={{ detection: position + 1 }}
      title={image.name}
    >
      <ResultCrop
        image={image}
        rect={rect}
        frame={FRAME}
        name={`Sticker ${code}, ${quantity ?? "no"} units, in ${image.name}`}
      />
    </Link>
  );
}
