import { useLocation, useRouter } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { returnToState } from "../../../shared/session/return-to.ts";
import { PublicCard } from "../../../ui/PublicCard.tsx";
import { Factors } from "./Factors.tsx";

/** Where a user must add a second factor before anything else (PD-114). */
export function AddFactorScreen(): ReactElement {
  const router = useRouter();
  const returnTo = useLocation({ select: ({ state }) => state.returnTo });
  return (
    <PublicCard title="Add a second factor">
      <p>
        Your admin requires a second factor for your account. After the password, you sign in with a code of an
        authenticator app or with a passkey.
      </p>
      <Factors onClosed={() => router.history.push(returnToState(returnTo).returnTo ?? "/")} />
      <Button type="link" block style={{ marginTop: 16 }} onClick={() => void router.navigate({ to: "/logout" })}>
        Logout
      </Button>
    </PublicCard>
  );
}
