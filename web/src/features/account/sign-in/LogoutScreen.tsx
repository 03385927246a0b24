import { SUCCESS } from "@precount/domain";
import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Alert, Button } from "antd";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { clearStorage, storedSessionId } from "../../../shared/session/storage.ts";
import { countUnsentPhotos, removeSentPhotos } from "../../../shared/uploads/photo-queue/photo-store.ts";
import { stopRunningUploads } from "../../../shared/uploads/running-uploads.ts";
import { endSession, trpc } from "../../../shared/api/trpc.ts";
import { returnToState } from "../../../shared/session/return-to.ts";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { LeaveProviderButton } from "./LeaveProviderButton.tsx";

export function LogoutScreen(): ReactElement {
  const navigate = useNavigate();
  // Who did not sign out but was sent here goes on where they wanted to.
  const returnTo = useLocation({ select: ({ state }) => state.returnTo });
  const queryClient = useQueryClient();
  const isDone = useRef(false);
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    if (isDone.current) return; // React's strict mode runs effects twice.
    isDone.current = true;
    const sessionId = storedSessionId();
    clearStorage();
    stopRunningUploads();
    // All but what everybody may know, and the button below waits for.
    const kept = hashKey(trpc.user.signInOptions.pathKey());
    queryClient.removeQueries({ predicate: ({ queryKey }) => hashKey(queryKey.slice(0, 1)) !== kept });
    queryClient.getMutationCache().clear();
    if (sessionId) void endSession(sessionId);
    void removeSentPhotos().then(countUnsentPhotos).then(setUnsent);
  }, [queryClient]);
  return (
    <PublicCard title="Signed out">
      <output style={{ display: "block", marginBottom: 16 }}>{SUCCESS.logout}</output>
      {unsent > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={unsent === 1 ? "1 photo has not been sent yet" : `${unsent} photos have not been sent yet`}
          description="They stay on this device and are sent when whoever took them signs in here again."
        />
      )}
      <Button
        type="primary"
        size="large"
        block
        onClick={() => void navigate({ to: "/login", state: returnToState(returnTo) })}
      >
        Back to login
      </Button>
      <LeaveProviderButton />
    </PublicCard>
  );
}
