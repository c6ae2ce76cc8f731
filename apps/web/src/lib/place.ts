import { siteOfPath } from "@tidemark/contracts";
import { derivedHosts, type Hosts, isSimulatedPath } from "./hosts.ts";

/** Where the page is: its site, and the hosts that it asks. Hosts are derived at first and may be replaced by the config's. */
export const site = siteOfPath(typeof location === "undefined" ? "/" : location.pathname);

const here =
  typeof location === "undefined" ? { protocol: "http:", host: "localhost", hostname: "localhost" } : location;
let hosts: Hosts = derivedHosts(here);
/** How many hosts of the list have failed since the start. */
let failures = 0;

export const hostsOfPage = (): Hosts => hosts;

export function setHosts(changed: Partial<Hosts>): void {
  hosts = { ...hosts, ...changed };
  failures = 0;
}

/** The path without its site's prefix. */
export const pathInSite = (path: string): string => path.slice(site.prefix.length) || "/";

/** The gateway to ask from the page as it stands now: simulated trading has its own. */
export function apiOrigin(): string {
  const list = isSimulatedPath(pathInSite(location.pathname)) ? hosts.simulated : hosts.api;
  return list[failures % list.length] ?? "";
}

/** A host that did not answer gives way to the next of its list. */
export function noteHostFailed(): void {
  failures += 1;
}

/** A path of this site, as the browser has to be told it. */
export const pathOfSite = (path: string): string => `${site.prefix}${path}`;
