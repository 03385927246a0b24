import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { returnToState } from "../../../shared/session/return-to.ts";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { Factors } from "./Factors.tsx";

/** Where a user must add a second factor before anything else (PD-114). */
export function AddFactorScreen(): ReactElement {
  const router = useRouter();
  const returnTo = useLocation({ select: ({ state }) => state.returnTo });
  const proceed = (): void => router.history.push(returnToState(returnTo).returnTo ?? "/");
  const { data } = useQuery(trpc.factor.fetchFactors.queryOptions());
  // After a reload of this page, the factor is there and its recovery codes are no longer shown.
  const hasFactor = (data?.factors.length ?? 0) > 0;
  return (
    <PublicCard title={hasFactor ? "Second factor added" : "Add a second factor"}>
      <p>
        {hasFactor
          ? "Your account has a second factor. If you did not save its recovery codes, make new ones before you continue."
          : "Your admin requires a second factor for your account. After the password, you sign in with a code of an authenticator app or with a passkey."}
      </p>
      <Factors onClosed={proceed} />
      {hasFactor && (
        <Button type="primary" block style={{ marginTop: 16 }} onClick={proceed}>
          Continue
        </Button>
      )}
      <Button type="link" block style={{ marginTop: 16 }} onClick={() => void router.navigate({ to: "/logout" })}>
        Logout
      </Button>
    </PublicCard>
  );
}
