import { siteOfPath } from "@tidemark/contracts";
import { derivedHosts, type Hosts, isSimulatedPath } from "./hosts.ts";

/** Where the page is: its site, and the hosts that it asks. Hosts are derived at first and may be replaced by the config's. */
export const site = siteOfPath(typeof location === "undefined" ? "/" : location.pathname);

const here =
  typeof location === "undefined" ? { protocol: "http:", host: "localhost", hostname: "localhost" } : location;
let hosts: Hosts = derivedHosts(here);
/** How many hosts of each list have failed since the start. */
let failures = { api: 0, simulated: 0 };

export const hostsOfPage = (): Hosts => hosts;

export function setHosts(changed: Partial<Hosts>): void {
  hosts = { ...hosts, ...changed };
  failures = { api: 0, simulated: 0 };
}

/** The path without its site's prefix. */
export const pathInSite = (path: string): string => path.slice(site.prefix.length) || "/";

function currentOf(kind: keyof typeof failures): string {
  const list = hosts[kind];
  return list[failures[kind] % list.length] ?? "";
}

/** The gateway to ask from the page as it stands now: simulated trading has its own. */
export function apiOrigin(): string {
  return currentOf(isSimulatedPath(pathInSite(location.pathname)) ? "simulated" : "api");
}

/** A host that did not answer gives way to the next of its list. Of many requests that it leaves without an answer, the first moves on. */
export function noteHostFailed(origin: string): void {
  for (const kind of ["api", "simulated"] as const) if (currentOf(kind) === origin) failures[kind] += 1;
}

/** A path of this site, as the browser has to be told it. */
export const pathOfSite = (path: string): string => `${site.prefix}${path}`;
