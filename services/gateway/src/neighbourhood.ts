import { isIPv6 } from "node:net";

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfNetwork = 4;

/**
 * Whom an address is counted as: itself, but of version 6 the network that a household gets. It can speak from any of its 2^64 addresses,
 * and would have an allowance for each.
 */
export function neighbourhoodOf(ip: string): string {
  const four = mapped.exec(ip)?.[1];
  if (four !== undefined) return four;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("%")[0]!.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  // What `::` leaves out are zeros; the tail stands in the network only where little is left out.
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const network = [...before, ...zeros, ...after].slice(0, groupsOfNetwork);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
