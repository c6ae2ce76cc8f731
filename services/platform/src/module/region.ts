import { BlockList, isIP, isIPv6 } from "node:net";
import { type CountryResponse, open } from "maxmind";

/** The country of an address as two capital letters; undefined where it is unknown. */
export type RegionOf = (ip: string) => string | undefined;

export const noRegion: RegionOf = () => undefined;

/** Two layouts are common: MaxMind's own, and that of the free databases. */
type Row = { readonly country?: { readonly iso_code?: string }; readonly country_code?: string };

const rowsKeptMax = 10_000;

// Private and reserved ranges: what a database says about them is meaningless.
const local = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  local.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  local.addSubnet(net, bits, "ipv6");

/** An IPv4 address on an IPv6 socket is the same address. */
const plain = (ip: string): string => (/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(ip) ? ip.slice(7) : ip);

/** Reads a file in MaxMind's format, and again whenever it is replaced. */
export async function openRegions(file: string): Promise<RegionOf> {
  const reader = await open<CountryResponse>(file, {
    cache: { max: rowsKeptMax },
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  });
  return (ip) => {
    const address = plain(ip);
    if (isIP(address) === 0 || local.check(address, isIPv6(address) ? "ipv6" : "ipv4")) return undefined;
    const row = reader.get(address) as Row | null;
    return row?.country?.iso_code ?? row?.country_code;
  };
}
