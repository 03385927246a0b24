import type { SessionRow } from "@precount/domain";
import { Button, Skeleton, Tag } from "antd";
import type { ReactElement } from "react";
import { DateText } from "./DateText.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { RowList } from "./RowList.tsx";

type Props = {
  /** Undefined until they are known. */
  sessions: readonly SessionRow[] | undefined;
  onEnd: (id: string) => void;
};

/** Where somebody is signed in: device, address, when it was last used; each can be ended. */
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
              <bdi>{name}</bdi> {isCurrent && <Tag color="blue">This one</Tag>}
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
