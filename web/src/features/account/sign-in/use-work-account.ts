import type { WorkAccount } from "@precount/domain";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { trpc, client } from "../../../shared/api/trpc.ts";
import { storeReturnTo } from "../../../shared/session/return-to.ts";

/** The provider's name until the server has sent it. */
const GENERIC_NAME = "a work account";

type WorkAccountState = {
  name: string;
  /** Whether the server's answer has arrived or the request has failed. */
  isLoaded: boolean;
  /** Null while loading, and when no provider is configured. */
  account: WorkAccount | null;
  /** Why work accounts cannot be used; null when they can. */
  reason: string | null;
};

/** The configured work-account provider. */
export function useWorkAccount(): WorkAccountState {
  const { data, isError } = useQuery(
    trpc.user.signInOptions.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const account = data?.workAccount ?? null;
  const isLoaded = isError || data !== undefined;
  if (isError)
    return { name: GENERIC_NAME, isLoaded, account, reason: "The server could not be reached. Reload the page." };
  if (!data) return { name: GENERIC_NAME, isLoaded, account, reason: "Loading the sign-in options." };
  if (!account) return { name: GENERIC_NAME, isLoaded, account, reason: "No work-account provider is set up here." };
  // MSAL needs the Web Crypto API, which browsers provide only over HTTPS and on localhost.
  const reason = window.isSecureContext ? null : "Work accounts need HTTPS. Ask your admin for the HTTPS address.";
  return { name: account.name, isLoaded, account, reason };
}

const loadMsal = () => import("./msal.ts");

/** Redirects to the provider's sign-in page. MSAL is loaded in advance. */
export function useProviderSignIn(account: WorkAccount | null, returnTo: string | undefined) {
  useEffect(() => {
    if (account) void loadMsal().catch(() => undefined);
  }, [account]);
  return useMutation({
    meta: { signsIn: true, quiet: true },
    mutationFn: async (to: WorkAccount) => {
      const [{ goToProvider }, { nonce }] = await Promise.all([loadMsal(), client.user.msNonce.mutate()]);
      storeReturnTo(returnTo);
      await goToProvider(to, nonce).catch(ignoreCancelled);
    },
  });
}

export function useProviderSignOut() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (account: WorkAccount) => {
      const { leaveProvider } = await loadMsal();
      await leaveProvider(account).catch(ignoreCancelled);
    },
  });
}

/** Ignores the error of a user who returned with the browser's back button. */
function ignoreCancelled(error: unknown): void {
  if (error instanceof Error && "errorCode" in error && error.errorCode === "user_cancelled") return;
  throw error;
}
