/**
 * Asks the user to prove who they are, because a sensitive call needs it (PD-117). Resolves to true when the server has accepted the
 * proof, and to false when the user cancels. The app sets it at start, because the dialog needs a place in the component tree.
 */
export const confirmation: { request: () => Promise<boolean> } = { request: () => Promise.resolve(false) };
