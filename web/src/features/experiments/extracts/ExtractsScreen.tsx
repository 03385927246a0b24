import { may } from "@precount/domain";
import { Form } from "antd";
import type { ReactElement } from "react";
import { z } from "zod";
import { useAuthUser } from "../../../lib/auth.ts";
import { reasonOf } from "../../../lib/reason.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import styles from "../Experiments.module.css";
import { RunBar } from "../RunBar.tsx";
import { useRun } from "../use-run.ts";
import { ExtractedView } from "./ExtractedView.tsx";
import { type ExtractsAsked, ExtractsForm, type ExtractsValues } from "./ExtractsForm.tsx";

/** Decision 52; elapsed in milliseconds. */
const answerSchema = z.object({ contents: z.string(), elapsed: z.number().min(0) });
type Extracted = z.infer<typeof answerSchema>;

const nothing = (): void => undefined;

/** What is read of one photo or document, nothing of it stored (decision 52). */
export function ExtractsScreen(): ReactElement {
  const [form] = Form.useForm<ExtractsValues>();
  const values = Form.useWatch((all: ExtractsValues) => all, form);
  const reason = reasonOf(may(useAuthUser(), "experiment.run"));
  const run = useRun<ExtractsAsked, Extracted>("/api/gpt/vision", answerSchema, nothing);
  const { last } = run;
  const isStale =
    last !== null &&
    (last.asked.file !== values?.file ||
      last.asked.format !== values.format ||
      last.asked.orientation !== values.orientation);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Extracts</h1>
        <span className="pc-quiet">The tables of one photo or document. Nothing is stored.</span>
      </div>
      <div className={styles["bench"]}>
        <ExtractsForm form={form} onExtract={(asked) => run.start(formOf(asked), asked)}>
          <RunBar verb="Extract" doing="Reading" run={run} reason={reason} />
        </ExtractsForm>
        <section aria-label="Contents">
          {last === null ? (
            <div className="pc-panel">
              <EmptyState text="Choose a file and press Extract: what is read of it stands here." />
            </div>
          ) : (
            <ExtractedView
              // Another answer is looked at from its beginning.
              key={`${last.answer.elapsed} ${last.asked.format}`}
              contents={last.answer.contents}
              elapsed={last.answer.elapsed}
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
