import { type Delivery, type Destination, WEBHOOK_TYPE_TITLES } from "@precount/domain";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Modal, Pagination } from "antd";
import { type ReactElement, type ReactNode, useState } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadingRows } from "../../ui/Loading.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { DELIVERY_STATE_DISPLAY } from "../../ui/status-display.tsx";

/** Attempts happen in the background, so the open log asks again. */
const REFRESH_MS = 2000;
const PAGE_SIZE = 10;

const titles: Readonly<Record<string, string>> = { ...WEBHOOK_TYPE_TITLES, ping: "Test", test: "Test" };
const titleOf = (type: string): string => titles[type] ?? `Report as ${type.replace("report.", "").toUpperCase()}`;

/** Everything that was sent to a destination in the last 30 days, newest first. */
export function DeliveryLog({
  destination,
  onClose,
}: {
  destination: Destination | null;
  onClose: () => void;
}): ReactElement {
  const [page, setPage] = useState(1);
  const queryClient = useQueryClient();
  const input = { sid: destination?.sid ?? "", page, pageSize: PAGE_SIZE };
  const query = useQuery(
    trpc.destination.fetchDeliveries.queryOptions(input, {
      enabled: destination !== null,
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  const replay = useMutation(
    trpc.destination.replayDelivery.mutationOptions({
      onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.destination.pathKey() }),
    }),
  );
  const deliveries = query.data?.deliveries ?? [];
  const close = (): void => {
    setPage(1);
    onClose();
  };
  return (
    <Modal
      title={`Log of ${destination?.name ?? ""}`}
      open={destination !== null}
      onCancel={close}
      footer={<Button onClick={close}>Close</Button>}
      width={640}
      destroyOnHidden
    >
      {query.isPending ? (
        <LoadingRows />
      ) : deliveries.length === 0 ? (
        <EmptyState text="Nothing was sent yet." />
      ) : (
        <RowList
          rows={deliveries.map((delivery) => ({
            key: delivery.sid,
            title: <Title delivery={delivery} />,
            details: detailsOf(delivery),
            action: (
              <Button
                size="small"
                aria-label={`Replay ${titleOf(delivery.type)}`}
                disabled={delivery.state === "waiting" && delivery.attempts === 0}
                onClick={() => replay.mutate({ sid: delivery.sid })}
              >
                Replay
              </Button>
            ),
          }))}
        />
      )}
      <Pagination
        size="small"
        current={query.data?.page ?? page}
        pageSize={PAGE_SIZE}
        total={query.data?.total ?? 0}
        onChange={setPage}
        showSizeChanger={false}
        hideOnSinglePage
      />
    </Modal>
  );
}

function Title({ delivery }: { delivery: Delivery }): ReactElement {
  return (
    <>
      <StatusTag display={DELIVERY_STATE_DISPLAY[delivery.state]} /> {titleOf(delivery.type)}
    </>
  );
}

function detailsOf(delivery: Delivery): ReactNode[] {
  const { state, attempts, error, createdAt, nextAttemptAt, target, elapsedMs, responseStatus } = delivery;
  const facts = [
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(responseStatus === null ? [] : [`status ${responseStatus}`]),
    ...(elapsedMs === null ? [] : [`${elapsedMs} ms`]),
  ];
  return [
    <span key="facts">
      <DateText iso={createdAt} />
      {facts.length > 0 && `, ${facts.join(", ")}`}
    </span>,
    ...(state === "delivered" && target !== null ? [<bdi key="target">{target}</bdi>] : []),
    ...(error === null ? [] : [error]),
    ...(state === "waiting" && attempts > 0
      ? [
          <span key="next">
            Next attempt <DateText iso={nextAttemptAt} />
          </span>,
        ]
      : []),
  ];
}
