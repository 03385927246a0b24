import type { SessionRow } from "@precount/domain";
import { Button, Skeleton, Tag } from "antd";
import type { ReactElement } from "react";
import { DateText } from "./DateText.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { RowList } from "./RowList.tsx";

type Props = {
  /** Undefined while loading. */
  sessions: readonly SessionRow[] | undefined;
  onEnd: (id: string) => void;
};

/** A user's sessions with device, address and last use. Each can be ended. */
export function SessionList({ sessions, onEnd }: Props): ReactElement {
  if (sessions === undefined) return <Skeleton active title={false} />;
  if (sessions.length === 0) return <EmptyState text="Not signed in anywhere." />;
  return (
    <RowList
      rows={sessions.map(({ id, device, address, lastUsedAt, createdAt, isCurrent }) => {
        const name = device ?? "Unknown device";
        return {
          key: id,
          title: (
            <>
              <bdi>{name}</bdi> {isCurrent && <Tag color="blue">This session</Tag>}
            </>
          ),
          details: [
            <>
              {address !== null && <>from {address} · </>}used <DateText iso={lastUsedAt} /> · signed in{" "}
              <DateText iso={createdAt} />
            </>,
          ],
          action: (
            <Button aria-label={`End the session on ${name}`} onClick={() => onEnd(id)}>
              End
            </Button>
          ),
        };
      })}
    />
  );
}
