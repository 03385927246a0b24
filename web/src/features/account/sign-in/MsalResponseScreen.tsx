import { type Session, type WorkAccount, providerLogin } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { client } from "../../../shared/api/trpc.ts";
import { consumeReturnTo } from "../../../shared/session/return-to.ts";
import { Loading } from "../../../ui/Loading.tsx";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { type ProviderError, UNKNOWN_ERROR, errorInHash, describedError, errorOf } from "./provider-error.ts";
import { ProviderFailure } from "./ProviderFailure.tsx";
import { useSignedIn } from "./use-signed-in.ts";
import { useWorkAccount } from "./use-work-account.ts";

/** The redirect target of the work-account provider (spec §2): completes the sign-in or shows the provider's error. */
export function MsalResponseScreen(): ReactElement {
  const navigate = useNavigate();
  const { name, isLoaded, reason } = useWorkAccount();
  const failure = useProviderResponse();
  if (!isLoaded || (failure === null && reason === null)) return <Loading />;
  return (
    <PublicCard title="Sign in">
      <ProviderFailure name={name} error={failure ?? describedError(reason)} />
      <Button type="primary" size="large" block onClick={() => void navigate({ to: "/login" })}>
        Back to login
      </Button>
    </PublicCard>
  );
}

/** Redeems the provider's response once. Null while nothing has failed; after success the page changes. */
function useProviderResponse(): ProviderError | null {
  const { account, reason } = useWorkAccount();
  const onSignedIn = useSignedIn();
  // Read before MSAL removes it from the URL.
  const [refusal] = useState(() => errorInHash(window.location.hash));
  const { mutate, data, error } = useMutation({
    meta: { signsIn: true, quiet: true },
    mutationFn: redeem,
    onSuccess: (session, from) => {
      if (session) onSignedIn(session.id, providerLogin(from.name), consumeReturnTo());
    },
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!account || reason !== null || hasStarted.current) return; // React's strict mode runs effects twice.
    hasStarted.current = true;
    // Also when the URL has an error: MSAL must know that the sign-in has ended.
    mutate(account);
  }, [account, reason, mutate]);
  if (refusal) return refusal;
  if (error) return errorOf(error);
  return data === null ? UNKNOWN_ERROR : null;
}

async function redeem(account: WorkAccount): Promise<Session | null> {
  const { redeemResponse } = await import("./msal.ts");
  const response = await redeemResponse(account);
  return response && (await client.user.msLogin.mutate(response)).session;
}
