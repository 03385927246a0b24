export type FormPart = [name: string, content: string | Uint8Array, fileName?: string];

/** A form as a browser sends it, for `inject`. A part with a file name is a file. */
export async function makeForm(
  parts: readonly FormPart[],
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const data = new FormData();
  for (const [name, content, fileName] of parts) {
    if (typeof content === "string" && fileName === undefined) data.append(name, content);
    else {
      const bytes = typeof content === "string" ? content : new Uint8Array(content);
      data.append(name, new Blob([bytes]), fileName ?? "file");
    }
  }
  const response = new Response(data);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  };
}
