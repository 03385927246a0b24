import { CloseCircleFilled, ExclamationCircleFilled } from "@ant-design/icons";
import {
  DESTINATION_KIND_TITLES,
  type Destination,
  FORMER_SECRET_HOURS,
  WEBHOOK_TYPE_TITLES,
  targetOf,
} from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Space, Tag } from "antd";
import type { ReactElement, ReactNode } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { feedback } from "../../shared/feedback/feedback.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import type { StatusDisplay } from "../../ui/status-display.tsx";
import type { Owner } from "./owner.ts";

type Props = {
  owner: Owner;
  destinations: readonly Destination[];
  onEdit: (destination: Destination) => void;
  onLog: (destination: Destination) => void;
  /** Called with a webhook's new signing secret. */
  onSecret: (secret: string) => void;
};

const DISABLED: StatusDisplay = {
  tone: "rejected",
  icon: <CloseCircleFilled />,
  title: "Disabled after a day of failures",
};
const FAILING: StatusDisplay = { tone: "doubtful", icon: <ExclamationCircleFilled />, title: "Failing" };

export function DestinationList({ owner, destinations, onEdit, onLog, onSecret }: Props): ReactElement {
  const actionsOf = useActions({ onEdit, onLog, onSecret });
  return (
    <div className="pc-panel" style={{ padding: "8px 24px" }}>
      <RowList
        rows={destinations.map((destination) => ({
          key: destination.sid,
          title: <Title destination={destination} isOfGroup={"project" in owner && destination.group !== null} />,
          details: detailsOf(destination),
          action: (
            <span style={{ flexShrink: 0 }}>
              <ActionMenu label={`Actions for ${destination.name}`} actions={actionsOf(destination)} />
            </span>
          ),
        }))}
      />
    </div>
  );
}

function Title({ destination, isOfGroup }: { destination: Destination; isOfGroup: boolean }): ReactElement {
  const { name, settings, disabled, failingSince } = destination;
  return (
    <Space wrap>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <Tag>{DESTINATION_KIND_TITLES[settings.kind]}</Tag>
      {isOfGroup && <Tag>of a group</Tag>}
      {disabled === "person" && <Tag>disabled</Tag>}
      {disabled === "failures" && <StatusTag display={DISABLED} />}
      {disabled === null && failingSince !== null && <StatusTag display={FAILING} />}
    </Space>
  );
}

function detailsOf({ settings, failingSince, disabled, formerSecretUntil }: Destination): ReactNode[] {
  const what =
    settings.kind === "webhook"
      ? settings.types.map((type) => WEBHOOK_TYPE_TITLES[type]).join(" · ")
      : settings.formats.map((format) => format.toUpperCase()).join(", ");
  return [
    <bdi key="target">{targetOf(settings)}</bdi>,
    what,
    ...(formerSecretUntil === null
      ? []
      : [
          <span key="former-secret">
            Signed with the former secret too until <DateText iso={formerSecretUntil} />.
          </span>,
        ]),
    ...(failingSince === null
      ? []
      : [
          <span key="since">
            Nothing arrived since <DateText iso={failingSince} />.
            {disabled === "failures" && " Correct it, enable it, and replay what failed from its log."}
          </span>,
        ]),
  ];
}

type Handlers = Pick<Props, "onEdit" | "onLog" | "onSecret">;

function useActions({ onEdit, onLog, onSecret }: Handlers) {
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const onSettled = (): void => void queryClient.invalidateQueries({ queryKey: trpc.destination.pathKey() });
  const test = useMutation(trpc.destination.testDestination.mutationOptions({ onSettled }));
  const enable = useMutation(trpc.destination.setDestinationEnabled.mutationOptions({ onSettled }));
  const remove = useMutation(
    trpc.destination.deleteDestination.mutationOptions({
      onSuccess: () => feedback.success("Destination successfully deleted"),
      onSettled,
    }),
  );
  const rotate = useMutation(
    trpc.destination.rotateSigningSecret.mutationOptions({
      onSuccess: ({ signingSecret }) => onSecret(signingSecret),
      onSettled,
    }),
  );
  const askToRotate = ({ sid, name, formerSecretUntil }: Destination): void =>
    void modal.confirm({
      title: `Rotate the signing secret of ${name}?`,
      content:
        `You get a new secret, which is shown once. For ${FORMER_SECRET_HOURS} hours messages are signed with the new and the former secret, so that the receiver can change without a gap.` +
        (formerSecretUntil === null ? "" : " The secret before the current one stops signing at once."),
      okText: "Rotate",
      onOk: () => rotate.mutate({ sid }),
    });
  const askToRemove = ({ sid, name }: Destination): void =>
    void modal.confirm({
      title: "Are you sure to delete this destination?",
      content: `${name} gets nothing more, and its log is deleted.`,
      okText: "Delete",
      okButtonProps: { danger: true },
      onOk: () => remove.mutate({ sid }),
    });
  return (destination: Destination) => {
    const { sid, disabled, settings } = destination;
    const isEnabled = disabled === null;
    return [
      { key: "log", title: "Log", reason: null, run: () => onLog(destination) },
      {
        key: "test",
        title: "Send a test",
        reason: null,
        run: () => test.mutate({ sid }, { onSuccess: () => onLog(destination) }),
      },
      { key: "edit", title: "Edit", reason: null, run: () => onEdit(destination) },
      ...(settings.kind === "webhook"
        ? [{ key: "rotate", title: "Rotate signing secret", reason: null, run: () => askToRotate(destination) }]
        : []),
      {
        key: "enable",
        title: isEnabled ? "Disable" : "Enable",
        reason: null,
        run: () => enable.mutate({ sid, isEnabled: !isEnabled }),
      },
      { key: "delete", title: "Delete", reason: null, danger: true, run: () => askToRemove(destination) },
    ];
  };
}
