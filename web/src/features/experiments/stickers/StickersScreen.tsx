import {
  type AnalysisResponse,
  analysisCompleted,
  analysisResponseSchema,
  formatDuration,
  may,
} from "@precount/domain";
import { getRouteApi } from "@tanstack/react-router";
import { Form } from "antd";
import { type ReactElement, useMemo, useRef, useState } from "react";
import { useAuthUser } from "../../../lib/auth.ts";
import { feedback } from "../../../lib/feedback.ts";
import type { Paging } from "../../../lib/paging.ts";
import { reasonOf } from "../../../lib/reason.ts";
import { mergeSearch } from "../../../lib/search.ts";
import { pagingOf } from "../../../lib/use-paging.ts";
import { boxesOf, labelsOf } from "../../../ui/photo-labels.ts";
import styles from "../Experiments.module.css";
import { RunBar } from "../RunBar.tsx";
import { useRun } from "../use-run.ts";
import { AnalysedPhoto, type PhotoHandle } from "./AnalysedPhoto.tsx";
import { AnalysisSummary } from "./AnalysisSummary.tsx";
import { LabelsTable } from "./LabelsTable.tsx";
import { photoRefusal } from "./photo-rule.ts";
import { STICKERS_DEFAULTS, type StickersAsked, StickersForm, type StickersValues } from "./StickersForm.tsx";
import { type Preview, usePreview } from "./use-preview.ts";

const route = getRouteApi("/private/experiments/stickers");
const TABLE = "experiments.stickers";
const ALL_SHOWN = { stickers: true, shelves: true, discarded: false };
const NO_LABELS: AnalysisResponse["detections"] = [];

/** 'Test Page': a model on one photo, nothing of it stored (decisions 53 and 57). */
export function StickersScreen(): ReactElement {
  const [form] = Form.useForm<StickersValues>();
  const [values, setValues] = useState<StickersValues>(STICKERS_DEFAULTS);
  const reason = reasonOf(may(useAuthUser(), "experiment.run"));
  const [selected, setSelected] = useState<number | null>(null);
  const { paging, setPaging } = useTablePaging();
  const photo = useRef<PhotoHandle>(null);
  const run = useRun<StickersAsked, AnalysisResponse>("/api/analyze", analysisResponseSchema, ({ elapsed }) => {
    feedback.success(analysisCompleted(formatDuration(elapsed)));
    setSelected(null);
    setPaging({ ...paging, page: 1 });
  });
  const { last, forget } = run;
  const found = last?.answer.detections ?? NO_LABELS;
  const labels = useMemo(
    () => labelsOf(found.map((prediction) => ({ ...prediction, discarded: false, original: prediction }))),
    [found],
  );
  const file = photoRefusal(values.file) === null ? values.file : undefined;
  const preview = usePreview(file, values.rotation);
  // Labels lie only on the photo they were found in, as it was turned then.
  const isOfPhoto = last !== null && last.asked.file === file && last.asked.rotation === values.rotation;
  const boxes = useMemo(() => (isOfPhoto ? boxesOf(labels, ALL_SHOWN) : []), [isOfPhoto, labels]);
  const size = isOfPhoto ? last.answer.image.size : sizeOf(preview);

  const selectHere = (index: number | null): void => {
    setSelected(index);
    const at = labels.findIndex((label) => label.index === index);
    if (at >= 0) setPaging({ ...paging, page: Math.floor(at / paging.pageSize) + 1 });
  };
  const select = (index: number): void => {
    setSelected(index);
    const label = labels.find((one) => one.index === index);
    if (label) photo.current?.show(label.result.rect);
  };
  const change = (now: StickersValues): void => {
    setValues(now);
    forget();
  };
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Stickers</h1>
        <span className="pc-quiet">What a model finds in one photo. Nothing is stored.</span>
      </div>
      <div className={styles["bench"]}>
        <StickersForm form={form} onChange={change} onAnalyse={(asked) => run.start(formOf(asked), asked)}>
          <RunBar verb="Analyse" doing="Analysing" run={run} reason={reason} />
        </StickersForm>
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
              <AnalysisSummary
                answer={last.answer}
                labels={labels}
                isStale={!isAsked(last.asked, values)}
                fileName={last.asked.file.name}
              />
              <LabelsTable labels={labels} paging={paging} selected={selected} onSelect={select} onPaging={setPaging} />
            </>
          )}
        </section>
      </div>
    </div>
  );
}

function useTablePaging(): { paging: Paging; setPaging: (paging: Paging) => void } {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return {
    paging: pagingOf(TABLE, search),
    setPaging: (paging) => void navigate({ search: (now) => mergeSearch(now, paging), replace: true }),
  };
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

const sizeOf = (preview: Preview): { width: number; height: number } | null =>
  preview && "src" in preview ? preview.size : null;

/** The fields of decision 57; they stand before the file, as in every form of ours. */
function formOf({ file, model, rotation, ...options }: StickersAsked): FormData {
  const form = new FormData();
  form.append("modelId", model);
  form.append("rotation", rotation);
  for (const [name, value] of Object.entries(options)) form.append(name, String(value));
  form.append("file", file, file.name);
  return form;
}

/** Whether the form still says what was asked. */
const isAsked = (asked: StickersAsked, values: StickersValues): boolean =>
  // Keys of the two alike.
  (Object.keys(asked) as (keyof StickersAsked)[]).every((key) => asked[key] === values[key]);
