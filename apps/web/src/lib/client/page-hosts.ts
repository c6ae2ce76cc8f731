import { siteOfPath } from "@tidemark/contracts";
import { derivedHosts, type Hosts, isSimulatedPath } from "./hosts.ts";

/** The site of the page and the hosts it calls. Hosts are derived from the URL until the config replaces them. */
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

/** The origin of the gateway for the current path; simulated trading has its own. */
export function apiOrigin(): string {
  return currentOf(isSimulatedPath(pathInSite(location.pathname)) ? "simulated" : "api");
}

/** Moves on to the next host of the list. Of many requests that one host leaves unanswered, only the first counts. */
export function noteHostFailed(origin: string): void {
  for (const kind of ["api", "simulated"] as const) if (currentOf(kind) === origin) failures[kind] += 1;
}

/** A path with the prefix of this site. */
export const pathOfSite = (path: string): string => `${site.prefix}${path}`;
