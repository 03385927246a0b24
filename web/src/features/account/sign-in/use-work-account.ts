import type { WorkAccount } from "@precount/domain";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { trpc, client } from "../../../shared/api/trpc.ts";
import { storeReturnTo } from "../../../shared/session/return-to.ts";

/** As the provider is called as long as nobody knows its name. */
const ANY = "a work account";

type Offer = {
  name: string;
  /** Whether the server has said what there is, or could not be asked. */
  isAsked: boolean;
  /** Null while it is not known, and where no provider is set up. */
  account: WorkAccount | null;
  /** Why it cannot be used; null when it can. */
  reason: string | null;
};

/** The work-account provider that an admin has set up. */
export function useWorkAccount(): Offer {
  const { data, isError } = useQuery(
    trpc.user.signInOptions.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const account = data?.workAccount ?? null;
  const isAsked = isError || data !== undefined;
  if (isError) return { name: ANY, isAsked, account, reason: "The server could not be asked. Reload the page." };
  if (!data) return { name: ANY, isAsked, account, reason: "One moment: the server is asked which provider it knows." };
  if (!account) return { name: ANY, isAsked, account, reason: "No work-account provider is set up here." };
  // What MSAL makes its proofs with, browsers have on https and on this machine only.
  const reason = window.isSecureContext
    ? null
    : "Work accounts need https. Ask whoever runs Precount for that address.";
  return { name: account.name, isAsked, account, reason };
}

const loadMsal = () => import("./msal.ts");

/** Leaves for the provider's sign-in page; MSAL is loaded before somebody asks for it. */
export function useGoToProvider(account: WorkAccount | null, returnTo: string | undefined) {
  useEffect(() => {
    if (account) void loadMsal().catch(() => undefined);
  }, [account]);
  return useMutation({
    meta: { signsIn: true, quiet: true },
    mutationFn: async (to: WorkAccount) => {
      const [{ goToProvider }, { nonce }] = await Promise.all([loadMsal(), client.user.msNonce.mutate()]);
      storeReturnTo(returnTo);
      await goToProvider(to, nonce).catch(ignoreComingBack);
    },
  });
}

export function useLeaveProvider() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (account: WorkAccount) => {
      const { leaveProvider } = await loadMsal();
      await leaveProvider(account).catch(ignoreComingBack);
    },
  });
}

/** Who comes back with the browser's own button has changed their mind. */
function ignoreComingBack(error: unknown): void {
  if (error instanceof Error && "errorCode" in error && error.errorCode === "user_cancelled") return;
  throw error;
}
