import { isIPv6 } from "node:net";

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfNetwork = 4;

/**
 * The key under which an address is rate-limited: an IPv4 address itself, an IPv6 address by its /64 network. A household has 2^64 IPv6
 * addresses and would otherwise have a bucket for each.
 */
export function rateLimitKey(ip: string): string {
  const four = mapped.exec(ip)?.[1];
  if (four !== undefined) return four;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("%")[0]!.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  // `::` stands for zeros; the tail reaches into the network part only where few groups are left out.
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const network = [...before, ...zeros, ...after].slice(0, groupsOfNetwork);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
