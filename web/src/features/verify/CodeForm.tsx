import { parseCloseCode } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Alert, Button, Input } from "antd";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { parseVerifySearch } from "../../shared/paging/search.ts";
import { useUrlSearch } from "../../shared/paging/use-url-search.ts";
import { fullDate } from "../../shared/time/dates.ts";
import styles from "./Verify.module.css";

/** Finds a report by its close code. The code is in the address, so that a report can link to its verification. */
export function CodeForm(): ReactElement {
  const [{ code = "" }, change] = useUrlSearch(parseVerifySearch);
  const [typed, setTyped] = useState(code);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [inputId, refusalId] = [useId(), useId()];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = parseCloseCode(typed);
    setRefusal(parsed.ok ? null : parsed.reason);
    if (parsed.ok) change({ code: parsed.value });
  };
  const parsed = parseCloseCode(code);
  return (
    <>
      <form onSubmit={submit}>
        <label htmlFor={inputId}>Close code</label>
        <div className={styles["input"]}>
          <Input
            id={inputId}
            className="pc-code"
            value={typed}
            placeholder="7K2M-9QPD-…"
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            status={refusal === null ? "" : "error"}
            aria-invalid={refusal !== null}
            aria-describedby={refusalId}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button htmlType="submit">Find report</Button>
        </div>
        <div id={refusalId} role="alert">
          {refusal}
        </div>
      </form>
      {parsed.ok && <FoundReport closeCode={parsed.value} />}
    </>
  );
}

function FoundReport({ closeCode }: { closeCode: string }): ReactElement | null {
  const { data, isPending } = useQuery(trpc.seal.findReport.queryOptions({ closeCode }, { throwOnError: true }));
  if (isPending) return null;
  if (!data) {
    return (
      <Alert
        type="warning"
        showIcon
        title={`No report with the close code ${closeCode}`}
        description="It belongs to another installation, or to an event that you do not see."
      />
    );
  }
  const { title, projectSlug, reportSid, completedAt, completedBy, version, problems, rows, quantity } = data;
  return (
    <Alert
      type={problems.length === 0 ? "success" : "error"}
      showIcon
      title={
        <Link to="/projects/$projectId/reports/$reportId" params={{ projectId: projectSlug, reportId: reportSid }}>
          {title}
        </Link>
      }
      description={
        <>
          <div>
            {problems.length === 0 ? "Unchanged since" : "CHANGED in the database after"} {fullDate(completedAt)},
            version {version}, completed by {completedBy}, signed by installation {data.address ?? data.key}.
          </div>
          <div>
            {rows.toLocaleString("en-GB")} stickers, quantity {quantity.toLocaleString("en-GB")}
          </div>
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </>
      }
    />
  );
}
