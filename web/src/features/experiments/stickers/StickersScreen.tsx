import {
  type AnalysisResponse,
  analysisCompleted,
  analysisResponseSchema,
  formatDuration,
  may,
} from "@precount/domain";
import { Form } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { parseTableSearch } from "../../../shared/paging/search.ts";
import { useTable } from "../../../shared/paging/use-table.ts";
import styles from "../Experiments.module.css";
import { RunBar } from "../RunBar.tsx";
import { useRun } from "../use-run.ts";
import { AnalysisView } from "./AnalysisView.tsx";
import { STICKERS_DEFAULTS, type StickersInput, StickersForm, type StickersValues } from "./StickersForm.tsx";

/** 'Test Page': runs a model on one photo and stores nothing (PD-53 and PD-57). */
export function StickersScreen(): ReactElement {
  const table = useTable("experiments.stickers", parseTableSearch);
  const [form] = Form.useForm<StickersValues>();
  const [values, setValues] = useState<StickersValues>(STICKERS_DEFAULTS);
  const reason = reasonOf(may(useAuthUser(), "experiment.run"));
  const run = useRun<StickersInput, AnalysisResponse>("/api/analyze", analysisResponseSchema, ({ elapsed }) => {
    feedback.success(analysisCompleted(formatDuration(elapsed)));
    table.change({ page: 1 });
  });
  const change = (changed: StickersValues): void => {
    setValues(changed);
    run.clearFailure();
  };
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Stickers</h1>
        <span className="pc-quiet">Runs a model on one photo. Nothing is stored.</span>
      </div>
      <div className={styles["bench"]}>
        <StickersForm form={form} onChange={change} onAnalyze={(input) => run.start(formOf(input), input)}>
          <RunBar verb="Analyze" doing="Analyzing" run={run} reason={reason} />
        </StickersForm>
        <AnalysisView
          values={values}
          last={run.last}
          isStale={run.last !== null && !isCurrent(run.last.input, values)}
          table={table}
        />
      </div>
    </div>
  );
}

/** The form fields of PD-57. The server needs them before the file. */
function formOf({ file, model, rotation, ...options }: StickersInput): FormData {
  const form = new FormData();
  form.append("modelId", model);
  form.append("rotation", rotation);
  for (const [name, value] of Object.entries(options)) form.append(name, String(value));
  form.append("file", file, file.name);
  return form;
}

/** Whether the form still has the values of the last run. */
const isCurrent = (input: StickersInput, values: StickersValues): boolean =>
  // Both types have the same keys.
  (Object.keys(input) as (keyof StickersInput)[]).every((key) => input[key] === values[key]);
