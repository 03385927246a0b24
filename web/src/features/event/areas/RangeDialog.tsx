import { MESSAGES, RANGE_NOTIFICATION_MS, areaRangeSchema, mutationFailed, voidReasonSchema } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Form, Input, Modal } from "antd";
import type { ReactElement } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { focusFirstField } from "../../../shared/forms/focus-first-field.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { RangeFields, type RangeValues, rangeOf } from "../../../shared/areas/RangeFields.tsx";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";

export type RangeKind = "create" | "void" | "restore" | "delete";
type Values = RangeValues & { reason?: string };

const TEXTS = {
  create: { title: "Add areas", ok: "Add", hint: "Existing areas stay unchanged." },
  void: {
    title: "Void areas",
    ok: "Void",
    hint: "Voided areas stay in the list and count as accounted for. The stickers of their photos are not counted.",
  },
  restore: {
    title: "Restore areas",
    ok: "Restore",
    hint: "Voided areas of the range are expected again, and the stickers of their photos count.",
  },
  delete: {
    title: "Delete areas",
    ok: "Delete",
    hint: "For areas that were added by mistake. Areas with a photo stay: delete each of them from its tile.",
  },
} as const;

/** Creates, voids, restores or deletes a range of areas. The result is shown as a notice for 30 s (spec §8). */
export function RangeDialog({
  slug,
  kind,
  onClose,
}: {
  slug: string;
  kind: RangeKind | null;
  onClose: () => void;
}): ReactElement {
  const [form] = Form.useForm<Values>();
  const queryClient = useQueryClient();
  const settle = {
    // The error is shown below, as a notice with its own title.
    meta: { quiet: true },
    onSuccess: ({ names, message }: { names: string[]; message: string }) => {
      const queryKey = trpc.area.fetchAllAreasWithStatus.queryKey({ project: { slug } });
      void queryClient.invalidateQueries({ queryKey });
      feedback.notice(names.length > 0 ? "success" : "warning", message, null, RANGE_NOTIFICATION_MS);
      onClose();
    },
    onError: (error: unknown) =>
      feedback.notice("error", MESSAGES.errorTitle, mutationFailed(errorMessage(error)), RANGE_NOTIFICATION_MS),
  };
  const create = useMutation(trpc.area.createRange.mutationOptions(settle));
  const voiding = useMutation(trpc.area.voidRange.mutationOptions(settle));
  const restoring = useMutation(trpc.area.restoreRange.mutationOptions(settle));
  const deleting = useMutation(trpc.area.deleteRange.mutationOptions(settle));
  const send = {
    create: useMutateOnce(create),
    void: useMutateOnce(voiding),
    restore: useMutateOnce(restoring),
    delete: useMutateOnce(deleting),
  };
  const texts = TEXTS[kind ?? "create"];
  const submit = ({ reason, ...values }: Values): void => {
    const range = { project: { slug }, ...areaRangeSchema.parse(rangeOf(values)) };
    if (kind === "void") send.void({ ...range, reason: reason ?? null });
    else if (kind !== null) send[kind](range);
  };
  return (
    <Modal
      title={texts.title}
      open={kind !== null}
      onCancel={onClose}
      okText={texts.ok}
      okButtonProps={{ danger: kind === "delete" }}
      confirmLoading={[create, voiding, restoring, deleting].some(({ isPending }) => isPending)}
      onOk={() => form.submit()}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(() => form.focusField("from"))}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        style={{ marginTop: 16 }}
        onFinish={submit}
      >
        <KeepInput />
        <RangeFields onEnter={() => form.submit()} />
        {kind === "void" && (
          <Form.Item name="reason" label="Reason" rules={[schemaRule(voidReasonSchema)]}>
            <Input.TextArea rows={3} placeholder="Reason" />
          </Form.Item>
        )}
      </Form>
      <p className="pc-quiet">{texts.hint}</p>
    </Modal>
  );
}
