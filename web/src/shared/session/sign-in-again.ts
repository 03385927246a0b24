/**
 * Asks the signed-in user to sign in again over the page, because the session has ended (PD-44, PD-178). Resolves to true when the same
 * user has signed in, and to false when the user leaves the page. Null on screens outside of the private layout.
 */
export const signInAgain: { request: (() => Promise<boolean>) | null } = { request: null };
