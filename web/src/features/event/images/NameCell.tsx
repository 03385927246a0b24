import { type FoundImage, shownValidPercent } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { type ReactElement, memo } from "react";
import { toImage, useEventSection } from "../../../shared/images/event-section.ts";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import styles from "./Images.module.css";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { MatchingCrops } from "./MatchingCrops.tsx";
import { StatusCell } from "./StatusCell.tsx";

type Props = {
  slug: string;
  image: FoundImage;
  /** Show the status and the valid detections below the name, on screens without their columns. */
  isCompact: boolean;
};

/** An image's thumbnail and its name as a link. */
export const NameCell = memo(({ slug, image, isCompact }: Props): ReactElement => {
  const section = useEventSection();
  return (
    <span className={styles["nameCell"]}>
      <img
        src={photoUrl(image.src, 320)}
        alt=""
        width={48}
        height={32}
        loading="lazy"
        decoding="async"
        className={styles["thumbnail"]}
      />
      <span className={styles["named"]}>
        <Link {...toImage(section, slug, image.sid)} className={styles["name"]} title={image.name}>
          {image.name}
        </Link>
        {isCompact && (
          <>
            {image.matches.length > 0 && <MatchingCrops slug={slug} image={image} />}
            <StatusCell image={image} />
            <ProgressCell percent={shownValidPercent(image)} label={`Valid detections of ${image.name}`} isCompact />
          </>
        )}
      </span>
    </span>
  );
});
