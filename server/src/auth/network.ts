import { isIPv6 } from "node:net";

/**
 * The unit of rate limiting for an address: the IPv4 address itself, or the /64 prefix of an IPv6 address, because one customer gets a
 * whole /64 and could use a new address for each attempt.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  const [head = "", tail] = bare.toLowerCase().split("::");
  const first = head.split(":").filter((group) => group !== "");
  const last = (tail ?? "").split(":").filter((group) => group !== "");
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
