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
import { EXTRACTS_DEFAULTS, type ExtractsAsked, ExtractsForm, type ExtractsValues } from "./ExtractsForm.tsx";

const noop = (): void => undefined;

/** Extracts the tables of one photo or document and stores nothing (PD-52). */
export function ExtractsScreen(): ReactElement {
  const [form] = Form.useForm<ExtractsValues>();
  const [values, setValues] = useState<ExtractsValues>(EXTRACTS_DEFAULTS);
  const reason = reasonOf(may(useAuthUser(), "experiment.run"));
  const run = useRun<ExtractsAsked, ExtractResponse>("/api/gpt/vision", extractResponseSchema, noop);
  const { last, clearFailure } = run;
  const isStale =
    last !== null &&
    (last.asked.file !== values.file ||
      last.asked.format !== values.format ||
      last.asked.orientation !== values.orientation);
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
        <ExtractsForm form={form} onChange={change} onExtract={(asked) => run.start(formOf(asked), asked)}>
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
              key={`${last.answer.elapsed} ${last.asked.format}`}
              contents={last.answer.contents}
              elapsed={last.answer.elapsed}
              problems={last.answer.problems}
              format={last.asked.format}
              fileName={last.asked.file.name}
              isStale={isStale}
            />
          )}
        </section>
      </div>
    </div>
  );
}

function formOf({ file, format, orientation }: ExtractsAsked): FormData {
  const form = new FormData();
  form.append("format", format);
  form.append("orientation", orientation);
  form.append("file", file, file.name);
  return form;
}
