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
  // A user who was sent here because the session ended returns to the page after signing in.
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
    // Keep the public sign-in options, which the button below needs.
    const publicKey = hashKey(trpc.user.signInOptions.pathKey());
    queryClient.removeQueries({ predicate: ({ queryKey }) => hashKey(queryKey.slice(0, 1)) !== publicKey });
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
          description="They stay on this device and are sent when the same user signs in here again."
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
