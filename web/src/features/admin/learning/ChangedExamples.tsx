import type { LearningReport } from "@precount/domain";
import type { ReactElement } from "react";
import { examplePicture, formatCount } from "./texts.ts";
import styles from "./Learning.module.css";

type Change = LearningReport["changed"]["fixed"][number];
type Props = { changed: LearningReport["changed"]; better: number; worse: number };

/** Held-out stickers that the new model reads better or worse, with what both models read. */
export function ChangedExamples({ changed, better, worse }: Props): ReactElement {
  return (
    <>
      <Crops title={`Fixed (${formatCount(better)})`} empty="It fixes no sticker." examples={changed.fixed} />
      <Crops title={`Broken (${formatCount(worse)})`} empty="It breaks no sticker." examples={changed.broken} />
    </>
  );
}

function Crops({
  title,
  empty,
  examples,
}: {
  title: string;
  empty: string;
  examples: readonly Change[];
}): ReactElement {
  return (
    <section className={`pc-panel ${styles["part"] ?? ""}`} aria-label={title}>
      <h2>{title}</h2>
      {examples.length === 0 ? (
        <p className="pc-quiet">{empty}</p>
      ) : (
        <ul className={styles["crops"]}>
          {examples.map((example) => (
            <Crop key={example.key} example={example} />
          ))}
        </ul>
      )}
    </section>
  );
}

const Crop = ({ example: { key, before, after } }: { example: Change }): ReactElement => (
  <li className={styles["crop"]}>
    <img src={examplePicture(key)} alt={`Sticker, read as ${before} before and ${after} after`} loading="lazy" />
    <div className={`pc-code ${styles["values"] ?? ""}`} aria-hidden="true">
      <s>{before}</s>
      <span>{after}</span>
    </div>
  </li>
);
