import { SUCCESS } from "@precount/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useEffect, useRef } from "react";
import { clearStorage, storedSessionId } from "../../lib/storage.ts";
import { endSession } from "../../lib/trpc.ts";
import { PublicCard } from "../../ui/PublicCard.tsx";

export function LogoutScreen(): ReactElement {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return; // React's strict mode runs effects twice.
    isDone.current = true;
    const sessionId = storedSessionId();
    clearStorage();
    queryClient.clear();
    if (sessionId) void endSession(sessionId);
  }, [queryClient]);
  return (
    <PublicCard title="Signed out">
      <output style={{ display: "block", marginBottom: 16 }}>{SUCCESS.logout}</output>
      <Button type="primary" size="large" block onClick={() => void navigate({ to: "/login" })}>
        Back to login
      </Button>
    </PublicCard>
  );
}
