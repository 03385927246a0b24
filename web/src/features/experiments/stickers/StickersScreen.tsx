import {
  type AnalysisResponse,
  analysisCompleted,
  analysisResponseSchema,
  formatDuration,
  may,
} from "@precount/domain";
import { getRouteApi } from "@tanstack/react-router";
import { Form } from "antd";
import { type ReactElement, useCallback, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type TableSearch, mergeSearch } from "../../../shared/paging/search.ts";
import styles from "../Experiments.module.css";
import { RunBar } from "../RunBar.tsx";
import { useRun } from "../use-run.ts";
import { AnalysisView } from "./AnalysisView.tsx";
import { STICKERS_DEFAULTS, type StickersAsked, StickersForm, type StickersValues } from "./StickersForm.tsx";

const route = getRouteApi("/private/experiments/stickers");

/** 'Test Page': a model on one photo, nothing of it stored (decisions 53 and 57). */
export function StickersScreen(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changeSearch = useCallback(
    (changes: TableSearch) => void navigate({ search: (now) => mergeSearch(now, changes), replace: true }),
    [navigate],
  );
  const [form] = Form.useForm<StickersValues>();
  const [values, setValues] = useState<StickersValues>(STICKERS_DEFAULTS);
  const reason = reasonOf(may(useAuthUser(), "experiment.run"));
  const run = useRun<StickersAsked, AnalysisResponse>("/api/analyze", analysisResponseSchema, ({ elapsed }) => {
    feedback.success(analysisCompleted(formatDuration(elapsed)));
    changeSearch({ page: 1 });
  });
  const change = (now: StickersValues): void => {
    setValues(now);
    run.forget();
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
        <AnalysisView
          values={values}
          last={run.last}
          isStale={run.last !== null && !isAsked(run.last.asked, values)}
          search={search}
          onSearch={changeSearch}
        />
      </div>
    </div>
  );
}

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
