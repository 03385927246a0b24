import type { AnalysisResponse, Size } from "@precount/domain";
import { type ReactElement, useRef, useState } from "react";
import type { TableSearch } from "../../../shared/paging/search.ts";
import type { TableState } from "../../../shared/paging/use-table.ts";
import { toOverlayBoxes, toDisplayedResults } from "../../../ui/displayed-results.ts";
import styles from "../Experiments.module.css";
import { AnalyzedPhoto, type PhotoHandle } from "./AnalyzedPhoto.tsx";
import { AnalysisSummary } from "./AnalysisSummary.tsx";
import { ResultsTable } from "./ResultsTable.tsx";
import { photoRefusal } from "./photo-rule.ts";
import type { StickersInput, StickersValues } from "./StickersForm.tsx";
import { type Preview, usePreview } from "./use-preview.ts";

const ALL_SHOWN = { stickers: true, shelves: true, discarded: false };
const NO_RESULTS: AnalysisResponse["detections"] = [];

type Props = {
  /** The current values of the form. */
  values: StickersValues;
  last: { input: StickersInput; response: AnalysisResponse } | null;
  isStale: boolean;
  table: TableState<TableSearch>;
};

/** The chosen photo, and the results of the last run. */
export function AnalysisView({ values, last, isStale, table }: Props): ReactElement {
  const file = photoRefusal(values.file) === null ? values.file : undefined;
  const preview = usePreview(file, values.rotation);
  const photo = useRef<PhotoHandle>(null);
  const found = last?.response.detections ?? NO_RESULTS;
  const results = toDisplayedResults(
    found.map((prediction) => ({ ...prediction, discarded: false, original: prediction })),
  );
  // A selection belongs to the response it was made in.
  const [selection, setSelection] = useState<{ of: typeof found; index: number | null }>();
  const selected = selection?.of === found ? selection.index : null;
  // Boxes are drawn only on the photo of the last run, with its rotation.
  const isOfPhoto = last !== null && last.input.file === file && last.input.rotation === values.rotation;
  const boxes = isOfPhoto ? toOverlayBoxes(results, ALL_SHOWN) : [];
  const size = isOfPhoto ? last.response.image.size : sizeOf(preview);

  const selectInPhoto = (index: number | null): void => {
    setSelection({ of: found, index });
    const at = results.findIndex((result) => result.index === index);
    if (at >= 0) table.change({ page: Math.floor(at / table.paging.pageSize) + 1 });
  };
  const selectInTable = (index: number): void => {
    setSelection({ of: found, index });
    const shown = results.find((result) => result.index === index);
    if (shown) photo.current?.show(shown.result.rect);
  };
  return (
    <section aria-label="Analysis">
      <div className={styles["stage"]}>
        {size !== null && (
          <AnalyzedPhoto
            ref={photo}
            size={size}
            src={preview && "src" in preview ? preview.src : null}
            name={file?.name ?? ""}
            boxes={boxes}
            selected={isOfPhoto ? selected : null}
            onSelect={selectInPhoto}
          />
        )}
        <StageMessage hasFile={file !== undefined} preview={preview} isOver={size !== null} />
      </div>
      {last !== null && (
        <>
          <AnalysisSummary
            response={last.response}
            results={results}
            isStale={isStale}
            fileName={last.input.file.name}
          />
          <ResultsTable results={results} table={table} selected={selected} onSelect={selectInTable} />
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

const EMPTY = "Choose a model and a photo, then press Analyze. The labels appear on the photo.";

const sizeOf = (preview: Preview): Size | null => (preview && "src" in preview ? preview.size : null);
