import { SUCCESS } from "@precount/domain";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Alert, Button } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { returnToState } from "../../../shared/session/return-to.ts";
import { countUnsentPhotos, removeSentPhotos } from "../../../shared/uploads/photo-queue/photo-store.ts";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { LeaveProviderButton } from "./LeaveProviderButton.tsx";
import type { LogoutState } from "./session-end.ts";
import { useLogout } from "./use-logout.ts";

type UnsavedWorkCount = { edits: number; answers: number };
type Props = {
  /** Edits of photos and answers of a blind count that only this browser has. It never rejects. */
  countUnsavedWork: () => Promise<UnsavedWorkCount>;
};

export function LogoutScreen({ countUnsavedWork }: Props): ReactElement {
  const navigate = useNavigate();
  // A user who was sent here because the session ended returns to the page after signing in.
  const returnTo = useLocation({ select: ({ state }) => state.returnTo });
  const { state, hadSession, retry } = useLogout();
  const { title, text } = describe(state, hadSession);
  return (
    <PublicCard title={title}>
      {text !== null && <output style={{ display: "block", marginBottom: 16 }}>{text}</output>}
      {state.kind === "failed" && <NotSignedOut reason={state.reason} />}
      <UnsentPhotos />
      <UnsavedWork count={countUnsavedWork} />
      {state.kind === "failed" && (
        <Button type="primary" size="large" block style={{ marginBottom: 12 }} onClick={retry}>
          Try again
        </Button>
      )}
      <Button
        type={state.kind === "failed" ? "default" : "primary"}
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

/** Only what the server confirmed: a first visit has no session that could end, and an expired one ended earlier. */
function describe(state: LogoutState, hadSession: boolean): { title: string; text: string | null } {
  if (state.kind === "pending") return { title: hadSession ? "Signing out" : "Precount", text: null };
  if (state.kind === "failed") return { title: "Not signed out", text: null };
  if (state.endedSession) return { title: "Signed out", text: SUCCESS.logout };
  return hadSession
    ? { title: "Signed out", text: "Your session had already ended. Sign in to continue." }
    : { title: "Not signed in", text: "Sign in to continue." };
}

function NotSignedOut({ reason }: { reason: string }): ReactElement {
  return (
    <Alert
      type="error"
      style={{ marginBottom: 16 }}
      title="Your session could not be ended"
      description={`${reason} This browser can still open photos and reports. Precount tries again while this page is open.`}
    />
  );
}

/** Photos that this device still has to send. */
function UnsentPhotos(): ReactElement | null {
  const [unsent, setUnsent] = useState(0);
  useEffect(() => void removeSentPhotos().then(countUnsentPhotos).then(setUnsent), []);
  if (unsent === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={unsent === 1 ? "1 photo has not been sent yet" : `${unsent} photos have not been sent yet`}
      description="They stay on this device and are sent when the same user signs in here again."
    />
  );
}

/** Edits and answers that wait for the server, or that it refused. */
function UnsavedWork({ count }: { count: () => Promise<UnsavedWorkCount> }): ReactElement | null {
  const [{ edits, answers }, setCounts] = useState<UnsavedWorkCount>({ edits: 0, answers: 0 });
  useEffect(() => void count().then(setCounts), [count]);
  const parts = [
    ...(edits > 0 ? [edits === 1 ? "1 edit" : `${edits} edits`] : []),
    ...(answers > 0 ? [answers === 1 ? "1 blind count answer" : `${answers} blind count answers`] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={`Not saved yet: ${parts.join(" and ")}`}
      description="This work stays on this device. Sign in here as the same user to send it, or to decide about what was refused."
    />
  );
}
