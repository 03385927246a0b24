import { lookup as resolve } from "node:dns";
import { type LookupFunction, isIP } from "node:net";
import type { DestinationSettings } from "@precount/domain";
import ipaddr from "ipaddr.js";

/** The target is only possible with ALLOW_PRIVATE_TARGETS; `message` is for a person. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

const privateTarget = (host: string): TargetError =>
  new TargetError(`${host} is not a public address. An operator can allow private ones with ALLOW_PRIVATE_TARGETS.`);

/**
 * Whether an address is on the public internet: not private, loopback, link-local (such as cloud metadata), multicast, reserved, or an IPv6
 * form that leads to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.parse(address).range() === "unicast";
}

/**
 * A lookup that refuses hosts with any private address. A socket connects to the addresses that it returns, so that a name which resolves to
 * another address afterwards (DNS rebinding) gains nothing.
 */
export function publicLookup(allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, "");
      else if (!first || !(allowPrivate || addresses.every(({ address }) => isPublicAddress(address))))
        callback(privateTarget(hostname), "");
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Names that mean this machine (RFC 6761), with the dot at the end that a full name may have. */
const LOCALHOST = /(?:^|\.)localhost\.?$/i;

/** Sockets look up names only, so an address in place of a name is checked here. Throws TargetError. */
export function requirePublicHost(host: string, allowPrivate: boolean): void {
  const plain = host.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(plain) === 0 ? LOCALHOST.test(plain) : !isPublicAddress(plain);
  if (!allowPrivate && isPrivate) throw privateTarget(host);
}

/** The address of a request. http is for private networks only. Throws TargetError. */
export function requireAllowedUrl(text: string, allowPrivate: boolean): URL {
  const url = new URL(text);
  if (url.protocol !== "https:" && !allowPrivate)
    throw new TargetError("The address must begin with https. An operator can allow http with ALLOW_PRIVATE_TARGETS.");
  requirePublicHost(url.hostname, allowPrivate);
  return url;
}

/** Checks the address in a destination's settings. A name is looked up only when the socket connects. Throws TargetError. */
export function requireAllowedTarget(settings: DestinationSettings, allowPrivate: boolean): void {
  if (settings.kind === "sftp") requirePublicHost(settings.host, allowPrivate);
  else if (settings.kind !== "s3") requireAllowedUrl(settings.url, allowPrivate);
  else if (settings.endpoint !== null) requireAllowedUrl(settings.endpoint, allowPrivate);
}
