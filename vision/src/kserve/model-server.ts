import { ModelFilesError } from "@precount/inference";
import type { PrecountManifest } from "../manifest.ts";

/** A server that speaks the Open Inference Protocol (KServe v2), such as Triton. */
export interface ModelServer {
  /** As far as the protocol's `/v2`, which is left out. */
  url: string;
  /** Sent as a bearer token to that address alone. */
  token: string | null;
  /** It takes tensors as bytes although its metadata do not say so, as KServe's own runtimes do. */
  isBinary: boolean;
}

/** A network as the server knows it. */
export interface ServedModel {
  name: string;
  /** Null: whichever the server takes. */
  version: string | null;
}

/**
 * The name under which a network is served unless its manifest says otherwise. It ends with the beginning of the weights'
 * sha256: so a server can hold the old and the new ones side by side, and nobody is answered by weights that they did not mean.
 */
export const servedName = (model: string, role: string, sha256: string): string =>
  `${model}-${role}-${sha256.slice(0, 12)}`;

export function servedModelOf({ name, server, weights }: PrecountManifest, role: "detector" | "reader"): ServedModel {
  const given = server?.models?.[role];
  if (given) return { name: given.name, version: given.version ?? null };
  const weight = weights.find((weight) => weight.role === role);
  if (!weight) throw new ModelFilesError(`Model ${name}: its manifest names no weights for ${role}.`);
  return { name: servedName(name, role, weight.sha256), version: null };
}

/**
 * Where a model's networks run; null: in this process. A manifest's own address wins over the setting. The token goes only
 * where the setting sends it: a model folder may come from elsewhere, and must not lead it away.
 */
export function serverOf({ name, backend, server }: PrecountManifest, setting: ModelServer | null): ModelServer | null {
  const own = server?.url;
  if (own !== undefined) {
    const isSame = setting !== null && URL.canParse(setting.url) && new URL(own).origin === new URL(setting.url).origin;
    return { url: own, token: isSame ? setting.token : null, isBinary: server?.binary ?? false };
  }
  if (setting === null && backend === "kserve") {
    throw new ModelFilesError(
      `Model ${name} runs on a model server, and nothing says where: set KSERVE_URL, or name the server in its manifest.`,
    );
  }
  return setting;
}
