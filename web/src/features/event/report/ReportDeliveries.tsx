import type { Delivery } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { DELIVERY_STATE_DISPLAY } from "../../../ui/status-display.tsx";

/** While a file is on its way, the report asks again. */
const REFRESH_MS = 3000;

/** Where the report's files were delivered. Nothing without destinations for files. */
export function ReportDeliveries({ reportSid }: { reportSid: string }): ReactElement | null {
  const { data } = useQuery(
    trpc.destination.fetchReportDeliveries.queryOptions(
      { reportSid },
      { refetchInterval: ({ state }) => (state.data?.some((one) => one.state === "waiting") ? REFRESH_MS : false) },
    ),
  );
  if (!data || data.length === 0) return null;
  return (
    <ul aria-label="Deliveries" style={{ listStyle: "none", padding: 0 }}>
      {data.map((delivery) => (
        <li key={delivery.sid} style={{ overflowWrap: "anywhere", marginBottom: 4 }}>
          <DeliveryLine delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}

function DeliveryLine({ delivery }: { delivery: Delivery }): ReactElement {
  const { state, target, destination, lastAttemptAt, nextAttemptAt, sha256, error, type } = delivery;
  const format = type.replace("report.", "").toUpperCase();
  const name = (
    <>
      {format} to <bdi>{destination.name}</bdi>
    </>
  );
  if (state === "delivered")
    return (
      <>
        <StatusTag display={DELIVERY_STATE_DISPLAY[state]} /> {name} <DateText iso={lastAttemptAt} />,{" "}
        <bdi>{target}</bdi>,{" "}
        <span className="pc-code" title={sha256 ?? ""}>
          sha256 {sha256?.slice(0, 12)}…
        </span>
      </>
    );
  return (
    <>
      <StatusTag display={DELIVERY_STATE_DISPLAY[state]} /> {name}
      {error !== null && <>: {error}</>}
      {state === "waiting" && error !== null && (
        <>
          . Next attempt <DateText iso={nextAttemptAt} />.
        </>
      )}
    </>
  );
}
