import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { errorMessage } from "../../shared/api/errors.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { PublicCard } from "../../ui/PublicCard.tsx";
import { EvidenceError } from "./EvidenceError.tsx";
import { EvidenceReport } from "./EvidenceReport.tsx";
import { PasscodeForm } from "./PasscodeForm.tsx";
import { forgetToken, takeToken } from "./token-of-url.ts";

/** For people with an evidence link: opens the link, asks for its passcode, and shows the report. */
export function EvidenceScreen(): ReactElement {
  const [token, setToken] = useState(takeToken);
  const [needsPasscode, setNeedsPasscode] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation(
    trpc.evidence.open.mutationOptions({
      onSuccess: (answer) => {
        setNeedsPasscode(answer.needsPasscode);
        if (answer.needsPasscode) return;
        forgetToken();
        // The cache may have the report of a link that was open in this tab before.
        queryClient.removeQueries({ queryKey: trpc.evidence.pathKey() });
        setToken(null);
      },
      meta: { quiet: true },
    }),
  );
  useEffect(() => {
    if (token !== null) mutate({ token });
  }, [token, mutate]);
  useEffect(() => {
    // Another link that is pasted into this tab differs only in its fragment: the browser does not load the page again.
    const takeNext = (): void => {
      if (location.hash === "") return;
      setNeedsPasscode(false);
      setToken(takeToken());
    };
    addEventListener("hashchange", takeNext);
    return () => removeEventListener("hashchange", takeNext);
  }, []);
  // Opened before in this browser, or just now.
  if (token === null) return <EvidenceReport />;
  if (needsPasscode) {
    return (
      <PasscodeForm
        isPending={isPending}
        error={error && errorMessage(error)}
        onSubmit={(passcode) => mutate({ token, passcode })}
      />
    );
  }
  return (
    <PublicCard title="Evidence of a report">
      {error ? (
        <EvidenceError error={error} onRetry={() => mutate({ token })} />
      ) : (
        <output>The link is being opened…</output>
      )}
    </PublicCard>
  );
}
