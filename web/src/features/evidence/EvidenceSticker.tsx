import { ArrowLeftOutlined } from "@ant-design/icons";
import { type HistoryStep, type RowEvidence, VALUE_ORIGIN_TITLES } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { ResultCrop } from "../../shared/images/ResultCrop.tsx";
import { photoUrl } from "../../shared/images/photo-url.ts";
import { DateText } from "../../ui/DateText.tsx";
import { LoadingRows } from "../../ui/Loading.tsx";
import styles from "./Evidence.module.css";
import { EvidenceError } from "./EvidenceError.tsx";
import { describePlace } from "./describe-place.ts";
import { useEndedLink } from "./use-ended-link.ts";

/** CSS pixels; it shrinks on a narrow phone. */
const FRAME = { width: 340, height: 180 };

type Props = { position: number; onBack: () => void };

/** One sticker: its crop, its place in the photo, and what happened to its values. */
export function EvidenceSticker({ position, onBack }: Props): ReactElement {
  const { data, error, refetch } = useQuery(trpc.evidence.getSticker.queryOptions({ position }, { retry: false }));
  useEndedLink(error);
  return (
    <section aria-label={`Row ${position}`} className={styles["sticker"]}>
      <Button icon={<ArrowLeftOutlined />} onClick={onBack}>
        All stickers
      </Button>
      {error && <EvidenceError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <>
          <h2 className={styles["heading"]}>
            <span className="pc-code">{data.row.code}</span> × <span className="pc-code">{data.row.quantity}</span>
          </h2>
          {data.row.description !== null && <bdi>{data.row.description}</bdi>}
          <p>{describePlace(data.row)}</p>
          {data.row.evidence === null ? (
            <p>This report was created before photos were stored with its rows. Its values have no photo here.</p>
          ) : (
            <Place evidence={data.row.evidence} name={`Sticker ${data.row.code}, quantity ${data.row.quantity}`} />
          )}
          {data.history.length > 0 && <History steps={data.history} />}
        </>
      )}
    </section>
  );
}

const percent = (value: number, of: number): string => `${(100 * value) / of}%`;

function Place({ evidence, name }: { evidence: RowEvidence; name: string }): ReactElement {
  const { image, rect, isRotated, origin } = evidence;
  return (
    <>
      {!isRotated && <ResultCrop image={image} rect={rect} frame={FRAME} name={name} />}
      <p className="pc-quiet">{VALUE_ORIGIN_TITLES[origin]}</p>
      <figure className={styles["photo"]}>
        <div className={styles["frame"]}>
          <img src={photoUrl(image.src, 2048)} alt={image.name} width={image.width} height={image.height} />
          {!isRotated && (
            <span
              className={styles["box"]}
              style={{
                left: percent(rect.x, image.width),
                top: percent(rect.y, image.height),
                width: percent(rect.width, image.width),
                height: percent(rect.height, image.height),
                rotate: `${rect.angle ?? 0}deg`,
              }}
            />
          )}
        </div>
        <figcaption className="pc-quiet">
          <bdi>{image.name}</bdi>
          {isRotated && " – the photo was rotated after the report, so its sticker is not framed"}
        </figcaption>
      </figure>
    </>
  );
}

const VERBS: Readonly<Record<HistoryStep["kind"], string>> = {
  read: "read",
  added: "added",
  changed: "changed",
  confirmed: "confirmed",
  moved: "moved",
  discarded: "discarded",
  recovered: "recovered",
  approved: "approved",
};

function History({ steps }: { steps: readonly HistoryStep[] }): ReactElement {
  return (
    <>
      <h2 className={styles["heading"]}>History</h2>
      <ol className={styles["history"]}>
        {steps.map(({ kind, at, by, text }, index) => (
          // Steps never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span>
              <bdi>{by}</bdi> {VERBS[kind]} {text}
            </span>
            <span className="pc-quiet">
              <DateText iso={at} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
