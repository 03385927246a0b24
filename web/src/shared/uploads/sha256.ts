/** The SHA-256 of a file in hexadecimal digits; null where the browser cannot compute it (plain HTTP) or read the file. */
export async function sha256Of(bytes: Blob): Promise<string | null> {
  // Undefined outside secure contexts, in spite of its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  try {
    const digest = await subtle.digest("SHA-256", await bytes.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return null;
  }
}
