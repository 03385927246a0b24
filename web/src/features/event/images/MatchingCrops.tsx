import type { FoundImage, MatchingSticker } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { type ReactElement, memo } from "react";
import { ResultCrop } from "../../../shared/images/ResultCrop.tsx";
import { toImage, useEventSection } from "../../../shared/images/event-section.ts";
import styles from "./Images.module.css";

/** CSS pixels; the height of a row is reserved for it. */
const FRAME = { width: 80, height: 28 };

/** The stickers of an image that the search found, as crops. Each opens its sticker in the photo. */
export const MatchingCrops = memo(({ slug, image }: { slug: string; image: FoundImage }): ReactElement => {
  const section = useEventSection();
  return (
    <span className={styles["matches"]}>
      {image.matches.map((sticker) => (
        <Link
          key={sticker.position}
          {...toImage(section, slug, image.sid)}
          search={{ detection: sticker.position + 1 }}
          className={styles["match"]}
          aria-label={`Open ${describe(sticker)} in ${image.name}`}
        >
          <ResultCrop image={image} rect={sticker.rect} frame={FRAME} name="" />
          <span className={styles["values"]}>
            {sticker.code || "–"} <b>{sticker.quantity || "–"}</b>
          </span>
        </Link>
      ))}
    </span>
  );
});

const describe = ({ code, quantity }: MatchingSticker): string =>
  `${code || "no code"}, ${quantity || "no"} ${quantity === "1" ? "unit" : "units"}`;
