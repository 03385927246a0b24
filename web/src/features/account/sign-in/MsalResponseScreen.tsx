import { type Session, type WorkAccount, providerLogin } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { client } from "../../../shared/api/trpc.ts";
import { consumeReturnTo } from "../../../shared/session/return-to.ts";
import { Loading } from "../../../ui/Loading.tsx";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { type ProviderError, NO_ANSWER, errorInHash, errorOf, inWords } from "./provider-error.ts";
import { ProviderFailure } from "./ProviderFailure.tsx";
import { useSignedIn } from "./use-signed-in.ts";
import { useWorkAccount } from "./use-work-account.ts";

/** Where the work-account provider sends people back to (spec §2): with its answer they are signed in, with its error they are told. */
export function MsalResponseScreen(): ReactElement {
  const navigate = useNavigate();
  const { name, isAsked, reason } = useWorkAccount();
  const failure = useAnswer();
  if (!isAsked || (failure === null && reason === null)) return <Loading />;
  return (
    <PublicCard title="Sign in">
      <ProviderFailure name={name} error={failure ?? inWords(reason)} />
      <Button type="primary" size="large" block onClick={() => void navigate({ to: "/login" })}>
        Back to login
      </Button>
    </PublicCard>
  );
}

/** Redeems the provider's answer, once. Null as long as nothing has failed: who is signed in is on the way to another page. */
function useAnswer(): ProviderError | null {
  const { account, reason } = useWorkAccount();
  const signedIn = useSignedIn();
  // Before MSAL takes it out of the address.
  const [refusal] = useState(() => errorInHash(window.location.hash));
  const { mutate, data, error } = useMutation({
    meta: { signsIn: true, quiet: true },
    mutationFn: redeem,
    onSuccess: (session, from) => {
      if (session) signedIn(session.id, providerLogin(from.name), consumeReturnTo());
    },
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (!account || reason !== null || isBegun.current) return; // React's strict mode runs effects twice.
    isBegun.current = true;
    // With an error in the address too: MSAL has to know that the sign-in is over.
    mutate(account);
  }, [account, reason, mutate]);
  if (refusal) return refusal;
  if (error) return errorOf(error);
  return data === null ? NO_ANSWER : null;
}

async function redeem(account: WorkAccount): Promise<Session | null> {
  const { takeAnswer } = await import("./msal.ts");
  const answer = await takeAnswer(account);
  return answer && (await client.user.msLogin.mutate(answer)).session;
}
