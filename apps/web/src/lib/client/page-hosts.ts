import { siteOfPath } from "@tidemark/contracts";
import { derivedHosts, type Hosts } from "./hosts.ts";
import { isSimulatedPath } from "./simulated-path.ts";

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

/** A name that no host can have. An empty origin would be the page's own host, which is the real exchange's. */
const noOrigin = "https://simulated.invalid";

function currentOf(kind: keyof typeof failures): string {
  const list = hosts[kind];
  return list[failures[kind] % list.length] ?? noOrigin;
}

/**
 * Whether this page is of the simulated exchange, by the path that it was loaded with. It never changes: a path of the other exchange is
 * loaded anew (`loadOtherExchange`), so that nothing of one is left on a page of the other.
 */
export const isSimulatedPage: boolean =
  typeof location !== "undefined" && isSimulatedPath(pathInSite(location.pathname));

/** Whether there is an exchange that this page can ask. */
export const hasExchange = (): boolean => !isSimulatedPage || hosts.simulated.length > 0;

/** Whether there is a simulated exchange that a link can lead to. */
export const hasSimulated = (): boolean => hosts.simulated.length > 0;

/** The origin of the gateway of the real exchange. */
export const realOrigin = (): string => currentOf("api");

/** The origin of the gateway that this page asks; nobody's where there is no exchange. */
export const apiOrigin = (): string => currentOf(isSimulatedPage ? "simulated" : "api");

/** The name of a record in the browser that must not be shared between the two exchanges. */
export const nameInExchange = (name: string): string => (isSimulatedPage ? `simulated.${name}` : name);

/** The pages that both exchanges have; their simulated twin is one step below. */
type TwinPath = "/contract/account" | "/contract/content/fund" | "/contract/content/markPrice";

/** The path of such a page in the exchange of this page. */
export const pathInExchange = <P extends TwinPath>(path: P): P | `${P}/simul` =>
  isSimulatedPage ? `${path}/simul` : path;

/** Moves on to the next host of the list. Of many requests that one host leaves unanswered, only the first counts. */
export function noteHostFailed(origin: string): void {
  for (const kind of ["api", "simulated"] as const) if (currentOf(kind) === origin) failures[kind] += 1;
}

/** A path with the prefix of this site. */
export const pathOfSite = (path: string): string => `${site.prefix}${path}`;
