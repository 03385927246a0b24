import { CROP_MARGIN, type Image, type ImageDetection, type Rect, proofGroups, rectCorners } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { toImage } from "../../../../shared/images/event-section.ts";
import { photoUrl } from "../../../../shared/images/photo-url.ts";
import { CropOfPreview, ResultCrop } from "../../../../shared/images/ResultCrop.tsx";
import { type DisplayedResult, toDisplayedResults } from "../../../../ui/displayed-results.ts";
import styles from "./ProofSheet.module.css";

/** CSS pixels. */
const STICKER = { width: 101, height: 46 };
const SHELF = { width: 340, height: 24 };

/** The box whose crop is as wide as `rect`: a shelf spans its photo, and a crop's margin would show what is beside the photo. */
function withoutSides(rect: Rect): Rect {
  const width = rect.width / (1 + 2 * CROP_MARGIN);
  return { ...rect, x: rect.x + (rect.width - width) / 2, width };
}

type Props = { slug: string; image: Image; detection: ImageDetection; number: number };

/** One photo of the sheet: the whole photo, and every value beside its crop. */
export function PhotoProof({ slug, image, detection, number }: Props): ReactElement {
  const items = new Map(toDisplayedResults(detection.results).map((item) => [item.index, item]));
  const listed = proofGroups(detection.results).flatMap(({ shelf, stickers }) =>
    [shelf, ...stickers].flatMap((index) => (index === null ? [] : (items.get(index) ?? []))),
  );
  return (
    <article className={styles["photo"]} aria-label={image.name}>
      <div className={styles["head"]}>
        <h2 className={styles["name"]}>
          <kbd>{number}</kbd>
          <Link {...toImage("eventImages", slug, image.sid)} dir="auto">
            {image.name}
          </Link>
          {image.areaCode !== null && <span className="pc-quiet">Area {image.areaCode}</span>}
        </h2>
        <Link {...toImage("eventImages", slug, image.sid)} className={styles["whole"]} tabIndex={-1} aria-hidden>
          <svg viewBox={`0 0 ${image.width} ${image.height}`}>
            <image href={photoUrl(image.src, 320)} width={image.width} height={image.height} />
            {listed.map(({ index, result }) => (
              <polygon
                key={index}
                data-label={result.label}
                points={rectCorners(result.rect)
                  .map(({ x, y }) => `${x},${y}`)
                  .join(" ")}
              />
            ))}
          </svg>
        </Link>
      </div>
      <ul className={styles["values"]}>
        {listed.map((item) => (
          <Value key={item.index} slug={slug} image={image} item={item} />
        ))}
      </ul>
    </article>
  );
}

/** A value beside its crop; it opens in the review. */
function Value({ slug, image, item }: { slug: string; image: Image; item: DisplayedResult }): ReactElement {
  const { result, index } = item;
  const isShelf = result.label === "shelf";
  return (
    <li data-label={result.label}>
      <Link
        {...toImage("eventImages", slug, image.sid)}
        search={{ detection: index + 1 }}
        className={styles["value"]}
        tabIndex={-1}
      >
        {isShelf ? (
          <CropOfPreview image={image} rect={withoutSides(result.rect)} frame={SHELF} name="" />
        ) : (
          <ResultCrop image={image} rect={result.rect} frame={STICKER} name="" />
        )}
        <span>
          {!isShelf && <span className="pc-visually-hidden">{item.title} </span>}
          {isShelf && "Shelf "}
          <span className="pc-code">{result.code.value}</span>
          {!isShelf && (
            <>
              {" "}
              <b>× {result.quantity?.value ?? ""}</b>
            </>
          )}
        </span>
      </Link>
    </li>
  );
}
