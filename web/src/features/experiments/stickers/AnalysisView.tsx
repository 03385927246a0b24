import type { AnalysisResponse, Size } from "@precount/domain";
import { type ReactElement, useMemo, useRef, useState } from "react";
import type { TableSearch } from "../../../shared/paging/search.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { toOverlayBoxes, toDisplayedResults } from "../../../ui/displayed-results.ts";
import styles from "../Experiments.module.css";
import { AnalysedPhoto, type PhotoHandle } from "./AnalysedPhoto.tsx";
import { AnalysisSummary } from "./AnalysisSummary.tsx";
import { LabelsTable } from "./LabelsTable.tsx";
import { photoRefusal } from "./photo-rule.ts";
import type { StickersAsked, StickersValues } from "./StickersForm.tsx";
import { type Preview, usePreview } from "./use-preview.ts";

const TABLE = "experiments.stickers";
const ALL_SHOWN = { stickers: true, shelves: true, discarded: false };
const NO_LABELS: AnalysisResponse["detections"] = [];

type Props = {
  /** What the form says now. */
  values: StickersValues;
  last: { asked: StickersAsked; answer: AnalysisResponse } | null;
  isStale: boolean;
  search: TableSearch;
  onSearch: (changes: TableSearch) => void;
};

/** The photo as it is chosen now, and what was found the last time. */
export function AnalysisView({ values, last, isStale, search, onSearch }: Props): ReactElement {
  const file = photoRefusal(values.file) === null ? values.file : undefined;
  const preview = usePreview(file, values.rotation);
  const photo = useRef<PhotoHandle>(null);
  const found = last?.answer.detections ?? NO_LABELS;
  const labels = useMemo(
    () => toDisplayedResults(found.map((prediction) => ({ ...prediction, discarded: false, original: prediction }))),
    [found],
  );
  // What is chosen of another answer is nobody's.
  const [choice, setChoice] = useState<{ of: typeof found; index: number | null }>();
  const selected = choice?.of === found ? choice.index : null;
  // Labels lie only on the photo they were found in, as it was turned then.
  const isOfPhoto = last !== null && last.asked.file === file && last.asked.rotation === values.rotation;
  const boxes = useMemo(() => (isOfPhoto ? toOverlayBoxes(labels, ALL_SHOWN) : []), [isOfPhoto, labels]);
  const size = isOfPhoto ? last.answer.image.size : sizeOf(preview);
  const paging = pagingOf(TABLE, search);
  usePaging(TABLE, search, last === null ? undefined : labels.length, onSearch);

  const selectHere = (index: number | null): void => {
    setChoice({ of: found, index });
    const at = labels.findIndex((label) => label.index === index);
    if (at >= 0) onSearch({ page: Math.floor(at / paging.pageSize) + 1 });
  };
  const select = (index: number): void => {
    setChoice({ of: found, index });
    const label = labels.find((one) => one.index === index);
    if (label) photo.current?.show(label.result.rect);
  };
  return (
    <section aria-label="Analysis">
      <div className={styles["stage"]}>
        {size !== null && (
          <AnalysedPhoto
            ref={photo}
            size={size}
            src={preview && "src" in preview ? preview.src : null}
            name={file?.name ?? ""}
            boxes={boxes}
            selected={isOfPhoto ? selected : null}
            onSelect={selectHere}
          />
        )}
        <StageMessage hasFile={file !== undefined} preview={preview} isOver={size !== null} />
      </div>
      {last !== null && (
        <>
          <AnalysisSummary answer={last.answer} labels={labels} isStale={isStale} fileName={last.asked.file.name} />
          <LabelsTable labels={labels} paging={paging} selected={selected} onSelect={select} onPaging={onSearch} />
        </>
      )}
    </section>
  );
}

type MessageProps = { hasFile: boolean; preview: Preview; isOver: boolean };

function StageMessage({ hasFile, preview, isOver }: MessageProps): ReactElement | null {
  const text = hasFile ? (preview === null ? "Loading the photo…" : "error" in preview ? preview.error : null) : EMPTY;
  if (text === null) return null;
  return (
    <output className={styles["stageMessage"]} data-top={isOver}>
      {text}
    </output>
  );
}

const EMPTY = "Choose a model and a photo. The photo is shown here at once, its labels after Analyse.";

const sizeOf = (preview: Preview): Size | null => (preview && "src" in preview ? preview.size : null);
