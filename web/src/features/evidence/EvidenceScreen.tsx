import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { PublicCard } from "../../ui/PublicCard.tsx";
import { EvidenceReport } from "./EvidenceReport.tsx";
import { PasscodeForm } from "./PasscodeForm.tsx";
import { forgetToken, takeToken } from "./token-of-url.ts";

/** For people with an evidence link: opens the link, asks for its passcode, and shows the report. */
export function EvidenceScreen(): ReactElement {
  const [token, setToken] = useState(takeToken);
  const [needsPasscode, setNeedsPasscode] = useState(false);
  const { mutate, error, isPending } = useMutation(
    trpc.evidence.open.mutationOptions({
      onSuccess: (answer) => {
        setNeedsPasscode(answer.needsPasscode);
        if (answer.needsPasscode) return;
        forgetToken();
        setToken(null);
      },
      meta: { quiet: true },
    }),
  );
  useEffect(() => {
    if (token !== null) mutate({ token });
  }, [token, mutate]);
  // Opened before in this browser, or just now.
  if (token === null) return <EvidenceReport />;
  if (needsPasscode) {
    return (
      <PasscodeForm
        isPending={isPending}
        error={error?.message ?? null}
        onSubmit={(passcode) => mutate({ token, passcode })}
      />
    );
  }
  return (
    <PublicCard title="Evidence of a report">
      {error ? <p role="alert">{error.message}</p> : <output>The link is being opened…</output>}
    </PublicCard>
  );
}
