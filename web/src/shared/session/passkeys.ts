import type { PasskeyResponse } from "@precount/domain";

/** Browsers offer passkeys over HTTPS and on localhost, and bind them to a host name: an IP address has none. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(window.location.hostname);
  return window.isSecureContext && "PublicKeyCredential" in window && !isAddress;
}

/** The library is loaded when a person uses a passkey. */
const load = () => import("@simplewebauthn/browser");
type Library = Awaited<ReturnType<typeof load>>;

/** Makes a passkey on this device. @param options of `factor.beginPasskey` */
export async function createPasskey(options: object): Promise<PasskeyResponse> {
  const { startRegistration } = await load();
  // The server made the options with the same library; the client's types mark missing fields in another way.
  const optionsJSON = options as Parameters<Library["startRegistration"]>[0]["optionsJSON"];
  return toResponse(await startRegistration({ optionsJSON }));
}

/** Signs with a passkey of this device. @param options of a sign-in or a confirmation */
export async function signWithPasskey(options: object): Promise<PasskeyResponse> {
  const { startAuthentication } = await load();
  // See createPasskey.
  const optionsJSON = options as Parameters<Library["startAuthentication"]>[0]["optionsJSON"];
  return toResponse(await startAuthentication({ optionsJSON }));
}

type Answer = { id: string; rawId: string; response: object; clientExtensionResults: object };

const toResponse = ({ id, rawId, response, clientExtensionResults }: Answer): PasskeyResponse => ({
  id,
  rawId,
  type: "public-key",
  response: { ...response },
  clientExtensionResults: { ...clientExtensionResults },
});

/** Words for the browser's own errors; null for other errors. Browsers give one error to a cancelled and to a timed-out dialog. */
export function passkeyErrorMessage(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error || error.name.endsWith("Error"))) return null;
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "The passkey was not used. Try again.";
  return error.name === "InvalidStateError" ? "This device has a passkey of your account already." : null;
}
