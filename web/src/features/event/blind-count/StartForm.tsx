import { type Project, type SamplingRule, blindCountCan, samplingRuleSchema } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Form, InputNumber, Radio } from "antd";
import type { ReactElement } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./BlindCount.module.css";

const DEFAULT_RULE: SamplingRule = { kind: "until", percent: 1 };

/** Starts the blind count of an event. The default is one click. */
export function StartForm({ event }: { event: Project }): ReactElement {
  const queryClient = useQueryClient();
  const user = useAuthUser();
  const start = useMutation(
    trpc.blindCount.startBlindCount.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.blindCount.pathKey() }),
    }),
  );
  return (
    <section className={`pc-panel ${styles["panel"] ?? ""}`} aria-label="Start a blind count">
      <p style={{ marginTop: 0 }}>
        A second person types a random sample of the stickers without seeing the report. The result proves how right the
        report is. It takes about 520 checks to prove 1 % in a large event without errors.
      </p>
      <Form<SamplingRule>
        layout="vertical"
        requiredMark={false}
        initialValues={DEFAULT_RULE}
        onFinish={(rule) => start.mutate({ project: { slug: event.slug }, rule })}
      >
        <KeepInput />
        <Form.Item name="kind" label="Check">
          <Radio.Group
            options={[
              { value: "until", label: "rows until at most this percentage can be wrong" },
              { value: "share", label: "this percentage of the rows" },
            ]}
          />
        </Form.Item>
        <Form.Item name="percent" label="Percentage" rules={[schemaRule(samplingRuleSchema.shape.percent)]}>
          <InputNumber suffix="%" style={{ width: 160 }} />
        </Form.Item>
        <ReasonButton
          type="primary"
          htmlType="submit"
          loading={start.isPending}
          reason={reasonOf(blindCountCan.start(event, user))}
        >
          Start the blind count
        </ReasonButton>
      </Form>
    </section>
  );
}
