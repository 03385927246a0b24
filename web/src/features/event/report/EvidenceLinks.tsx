import { type EvidenceLink, OWN_CONFIRM, newEvidenceLinkSchema } from "@precount/domain";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert, App, Button, Form, Input, Modal, Select, Space, Tag } from "antd";
import { type ReactElement, useState } from "react";
import { queryClient } from "../../../shared/api/query-client.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { copyText } from "../../../shared/feedback/copy-text.ts";
import { schemaRule } from "../../../shared/forms/form.ts";
import { useMutateOnce } from "../../../shared/forms/use-mutate-once.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { RowList } from "../../../ui/RowList.tsx";
import { useReportSearch } from "./use-report-search.ts";

type Fields = { name: string; expiresInDays: number; passcode?: string };

const DAYS = [1, 7, 30, 90] as const;
const STATES = { open: "Open", expired: "Expired", revoked: "Revoked" } as const;

/** The evidence links of a report: create one, see who has one, revoke it. For admins. */
export function EvidenceLinks({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactElement {
  const { input } = useReportSearch();
  const { modal } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [url, setUrl] = useState<string | null>(null);
  const links = trpc.report.fetchEvidenceLinks;
  const { data } = useQuery(links.queryOptions(input, { enabled: isOpen }));
  const refresh = (): Promise<void> => queryClient.invalidateQueries(links.queryFilter(input));
  const create = useMutation(
    trpc.report.createEvidenceLink.mutationOptions({
      onSuccess: async ({ token }) => {
        // In the fragment: browsers send it to no server, and it is in no log and no referrer.
        setUrl(`${location.origin}/evidence#${token}`);
        form.resetFields();
        await refresh();
      },
    }),
  );
  const revoke = useMutation(trpc.report.revokeEvidenceLink.mutationOptions({ onSettled: refresh }));
  const askToRevoke = ({ sid, name }: EvidenceLink): void =>
    void modal.confirm({
      title: OWN_CONFIRM.revokeEvidenceLink,
      content: `${name} can no longer open the report. A revoked link cannot be restored.`,
      okText: "Revoke",
      okButtonProps: { danger: true },
      onOk: () => revoke.mutate({ ...input, sid }),
    });
  const close = (): void => {
    setUrl(null);
    onClose();
  };
  const submit = useMutateOnce(create);
  return (
    <Modal title="Evidence links" open={isOpen} onCancel={close} footer={null} width={640}>
      <p>
        A link shows this report with its photos to a person without an account, read-only. Send the passcode in another
        way than the link.
      </p>
      {url !== null && <NewLink url={url} />}
      <Form<Fields>
        // Its fields need ids of their own: the dialog for accepting the report also has a field "name".
        name="evidence-link"
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ expiresInDays: 7 }}
        onFinish={({ name, expiresInDays, passcode }) =>
          submit({ ...input, name, expiresInDays, ...(passcode && { passcode }) })
        }
      >
        <KeepInput />
        <Form.Item name="name" label="Who gets the link" rules={[schemaRule(newEvidenceLinkSchema.shape.name)]}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item name="expiresInDays" label="Valid for">
          <Select options={DAYS.map((days) => ({ value: days, label: days === 1 ? "1 day" : `${days} days` }))} />
        </Form.Item>
        <Form.Item
          name="passcode"
          label="Passcode (optional)"
          rules={[schemaRule(newEvidenceLinkSchema.shape.passcode)]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create link
        </Button>
      </Form>
      <h3>Links of this report</h3>
      {data === undefined ? (
        <LoadingRows />
      ) : (
        <LinkList links={data} isPending={revoke.isPending} onRevoke={askToRevoke} />
      )}
    </Modal>
  );
}

function NewLink({ url }: { url: string }): ReactElement {
  return (
    <Alert
      type="success"
      showIcon
      style={{ marginBottom: 16 }}
      title="Copy this link now. It is not shown again."
      description={
        <Space.Compact block>
          <Input readOnly value={url} aria-label="Evidence link" onFocus={({ target }) => target.select()} />
          <Button onClick={() => void copyText(url)}>Copy link</Button>
        </Space.Compact>
      }
    />
  );
}

type ListProps = { links: readonly EvidenceLink[]; isPending: boolean; onRevoke: (link: EvidenceLink) => void };

function LinkList({ links, isPending, onRevoke }: ListProps): ReactElement {
  if (links.length === 0) return <p className="pc-quiet">There is no link yet.</p>;
  return (
    <RowList
      rows={links.map((link) => ({
        key: link.sid,
        title: (
          <>
            <bdi>{link.name}</bdi> <Tag>{STATES[link.state]}</Tag>
          </>
        ),
        details: [
          <>
            Valid until <DateText iso={link.expiresAt} />
            {link.hasPasscode ? ", with a passcode" : ", without a passcode"}
          </>,
          link.lastOpenedAt === null ? (
            "Not opened yet"
          ) : (
            <>
              Opened {link.opens} {link.opens === 1 ? "time" : "times"}, last <DateText iso={link.lastOpenedAt} />
            </>
          ),
        ],
        action:
          link.state === "open" ? (
            <Button danger aria-label={`Revoke ${link.name}`} disabled={isPending} onClick={() => onRevoke(link)}>
              Revoke
            </Button>
          ) : null,
      }))}
    />
  );
}
