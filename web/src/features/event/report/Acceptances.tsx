import { newAcceptanceSchema } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input, Modal } from "antd";
import { type ReactElement, useState } from "react";
import { queryClient } from "../../../shared/api/query-client.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { focusFieldOnOpen } from "../../../shared/forms/focus-first-field.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "./Report.module.css";
import type { ReportCover } from "./report-cover.ts";
import { useReportSearch } from "./use-report-search.ts";

type Fields = { name: string; remark?: string };

/** The acceptances of the report, and the dialog to record one. */
export function Acceptances({ cover }: { cover: ReportCover }): ReactElement {
  const { input } = useReportSearch();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Fields>();
  const accept = useMutation(
    trpc.report.accept.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        form.resetFields();
        await queryClient.invalidateQueries(trpc.project.getReportCover.queryFilter(input));
      },
    }),
  );
  const submit = useMutateOnce(accept);
  return (
    <section aria-label="Acceptance" className={`pc-panel ${styles["acceptances"] ?? ""}`}>
      {cover.acceptances.length === 0 && <span className="pc-quiet">This report has no acceptance yet.</span>}
      <ul>
        {cover.acceptances.map(({ sid, name, remark, at, recordedBy }) => (
          <li key={sid}>
            Accepted by{" "}
            <strong>
              <bdi>{name}</bdi>
            </strong>{" "}
            <DateText iso={at} />
            {remark !== "" && (
              <>
                {" "}
                – <bdi>{remark}</bdi>
              </>
            )}{" "}
            <span className="pc-quiet">
              recorded by <bdi>{recordedBy}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <Button onClick={() => setOpen(true)}>Accept report</Button>
      <Modal
        title="Accept report"
        open={isOpen}
        onCancel={() => setOpen(false)}
        okText="Accept"
        okButtonProps={{ loading: accept.isPending }}
        onOk={() => form.submit()}
        afterOpenChange={focusFieldOnOpen}
      >
        <p>The acceptance is kept with this version of the report and cannot be changed.</p>
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredMark={false}
          onFinish={({ name, remark = "" }) => submit({ ...input, ...newAcceptanceSchema.parse({ name, remark }) })}
        >
          <KeepInput />
          <Form.Item
            name="name"
            label="Name of the person who accepts"
            rules={[schemaRule(newAcceptanceSchema.shape.name)]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <Form.Item name="remark" label="Remark (optional)">
            <Input.TextArea maxLength={1000} rows={3} />
          </Form.Item>
        </Form>
      </Modal>
    </section>
  );
}
