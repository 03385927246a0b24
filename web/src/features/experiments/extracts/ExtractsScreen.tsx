import { type ExtractResponse, extractResponseSchema, may } from "@precount/domain";
import { Form } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import styles from "../Experiments.module.css";
import { RunBar } from "../RunBar.tsx";
import { useRun } from "../use-run.ts";
import { ExtractedView } from "./ExtractedView.tsx";
import { EXTRACTS_DEFAULTS, type ExtractsInput, ExtractsForm, type ExtractsValues } from "./ExtractsForm.tsx";

const noop = (): void => undefined;

/** Extracts the tables of one photo or document and stores nothing (PD-52). */
export function ExtractsScreen(): ReactElement {
  const [form] = Form.useForm<ExtractsValues>();
  const [values, setValues] = useState<ExtractsValues>(EXTRACTS_DEFAULTS);
  const reason = reasonOf(may(useAuthUser(), "experiment.run"));
  const run = useRun<ExtractsInput, ExtractResponse>("/api/gpt/vision", extractResponseSchema, noop);
  const { last, clearFailure } = run;
  const isStale =
    last !== null &&
    (last.input.file !== values.file ||
      last.input.format !== values.format ||
      last.input.orientation !== values.orientation);
  const change = (changed: ExtractsValues): void => {
    setValues(changed);
    clearFailure();
  };
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Extracts</h1>
        <span className="pc-quiet">Reads the tables of one photo or document. Nothing is stored.</span>
      </div>
      <div className={styles["bench"]}>
        <ExtractsForm form={form} onChange={change} onExtract={(input) => run.start(formOf(input), input)}>
          <RunBar verb="Extract" doing="Reading" run={run} reason={reason} />
        </ExtractsForm>
        <section aria-label="Contents">
          {last === null ? (
            <div className="pc-panel">
              <EmptyState text="Choose a file and press Extract. The tables appear here." />
            </div>
          ) : (
            <ExtractedView
              // A new response resets the view.
              key={`${last.response.elapsed} ${last.input.format}`}
              contents={last.response.contents}
              elapsed={last.response.elapsed}
              problems={last.response.problems}
              format={last.input.format}
              fileName={last.input.file.name}
              isStale={isStale}
            />
          )}
        </section>
      </div>
    </div>
  );
}

function formOf({ file, format, orientation }: ExtractsInput): FormData {
  const form = new FormData();
  form.append("format", format);
  form.append("orientation", orientation);
  form.append("file", file, file.name);
  return form;
}
