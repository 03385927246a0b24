import { ModelFilesError } from "@precount/inference";
import type { PrecountManifest } from "../manifest.ts";
import type { Role } from "../precount/roles.ts";

/** A server that speaks the Open Inference Protocol (KServe v2), such as Triton. */
export interface ModelServer {
  /** The address without the protocol's `/v2`. */
  url: string;
  /** Sent as a bearer token to that address only. */
  token: string | null;
  /** Whether it accepts tensors as bytes without announcing so in its metadata, like KServe's own runtimes. */
  isBinary: boolean;
}

/** A network's name and version on the server. */
export interface ServedModel {
  name: string;
  /** Null: the server's default version. */
  version: string | null;
}

/**
 * The default name of a network on a model server. It contains the start of the weights' SHA-256, so that a server can
 * hold old and new weights side by side and never answers with the wrong ones.
 */
export const servedName = (model: string, role: string, sha256: string): string =>
  `${model}-${role}-${sha256.slice(0, 12)}`;

/** The name and version of a model's network on the server: from its manifest, else the default name. */
export function resolveServedModel({ name, adapts, server, weights }: PrecountManifest, role: Role): ServedModel {
  const given = server?.models?.[role];
  if (given) return { name: given.name, version: given.version ?? null };
  const weight = weights.find((weight) => weight.role === role);
  if (!weight) throw new ModelFilesError(`Model ${name}: its manifest names no weights for ${role}.`);
  // A model that was adapted to a crew shares its detector with the one that it adapts.
  return { name: servedName(adapts?.name ?? name, role, weight.sha256), version: null };
}

/**
 * The server that runs a model's networks; null when they run in this process. An address in the manifest wins over the
 * setting. The token is sent only to the setting's origin, because a model folder is not trusted.
 */
export function resolveModelServer(
  { name, backend, server }: PrecountManifest,
  setting: ModelServer | null,
): ModelServer | null {
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
