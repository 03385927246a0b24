import { ResultCrop } from "@precount/annotator/react";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { DateText } from "../../../../ui/DateText.tsx";
import { useReview } from "../session/session-context.ts";
import styles from "./ResultHistory.module.css";

const CROP = { width: 280, height: 120 } as const;

type Props = { item: DisplayedResult; detectionSid: string; preview: HTMLImageElement | null };

/** The crop of a result with what the model read, and who changed and validated it. */
export function ResultHistory({ item: { index, result, title }, detectionSid, preview }: Props): ReactElement {
  const image = useReview((state) => state.image);
  const { data } = useQuery(
    // Never from the cache: an edit makes no live update of the history.
    trpc.history.getResultHistory.queryOptions({ sid: detectionSid, index }, { staleTime: 0, throwOnError: true }),
  );
  return (
    <div className={styles["history"]}>
      <ResultCrop
        imageElement={preview}
        photo={image}
        rect={result.rect}
        frame={CROP}
        name={`Crop of ${title.toLowerCase()}`}
      />
      {data === undefined ? (
        <Skeleton active title={false} />
      ) : (
        <ol className={styles["steps"]}>
          {data.map(({ at, by, text, isUndone }) => (
            <li key={`${at ?? ""} ${text}`}>
              <div>{isUndone ? <del>{text}</del> : text}</div>
              <div className="pc-quiet">
                {by !== null && <bdi>{by}</bdi>} {at === null ? "time not recorded" : <DateText iso={at} />}
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
