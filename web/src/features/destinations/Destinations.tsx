import { type Destination, may } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactElement, useState } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ForbiddenScreen } from "../../ui/ErrorScreen.tsx";
import { LoadingRows } from "../../ui/Loading.tsx";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { DestinationDialog } from "./DestinationDialog.tsx";
import { DestinationList } from "./DestinationList.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import type { Owner } from "./owner.ts";

/** The destinations of an event, with those of its groups, or of a group. For admins. */
export function Destinations({ owner, name }: { owner: Owner; name: string }): ReactElement {
  const allowed = may(useAuthUser(), "destination.change");
  const { data } = useQuery(
    trpc.destination.fetchDestinations.queryOptions({ owner }, { enabled: allowed.ok, throwOnError: true }),
  );
  const [edited, setEdited] = useState<Destination | "new" | null>(null);
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const [logged, setLogged] = useState<Destination | null>(null);
  if (!allowed.ok) return <ForbiddenScreen reason={allowed.reason} />;
  return (
    <div className="pc-page" style={{ maxWidth: 900 }}>
      <div className="pc-titlebar">
        <h1>
          Webhooks and deliveries: <bdi>{name}</bdi>
        </h1>
        <span className="pc-grow" />
        <Button type="primary" onClick={() => setEdited("new")}>
          Add destination
        </Button>
      </div>
      <p className="pc-quiet">
        A webhook tells another system what happened. The other kinds store the report’s files there when the event is
        completed.
      </p>
      {data === undefined ? (
        <LoadingRows />
      ) : data.length === 0 ? (
        <EmptyState text="Nothing is sent to other systems yet. Add a webhook, or a place for the report’s files." />
      ) : (
        <DestinationList
          owner={owner}
          destinations={data}
          onEdit={setEdited}
          onLog={setLogged}
          onSecret={setNewSecret}
        />
      )}
      <DestinationDialog owner={owner} edited={edited} onClose={() => setEdited(null)} />
      {newSecret !== null && <SecretDialog secret={newSecret} onClose={() => setNewSecret(null)} />}
      <DeliveryLog destination={logged} onClose={() => setLogged(null)} />
    </div>
  );
}
