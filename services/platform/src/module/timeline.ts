import type { TimelineEntry } from "@tidemark/contracts";

/** What happened to an account before a moment, from the records of one module: the newest first, at most `count`. */
export type Timeline = (uid: number, before: number, count: number) => Promise<readonly TimelineEntry[]>;

/** `203.0.•.•`, `2001:db8:•`: enough to see whether two are near each other. */
export function maskedIp(ip: string): string {
  if (ip === "") return "";
  if (ip.includes(":")) return `${ip.split(":").slice(0, 2).join(":")}:•`;
  return `${ip.split(".").slice(0, 2).join(".")}.•.•`;
}

/** The ends of an address of a chain: what people compare. */
export const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`;
