import { redirect } from "@tanstack/react-router";
import { isSimulatedPage, pathOfSite } from "../lib/client/page-hosts.ts";
import { isSimulatedPath } from "../lib/client/simulated-path.ts";
import { signInPath } from "../session/session.ts";
import { userNow } from "../session/user.ts";
import { isOwnPage, mobileEntry } from "../shell/page-link.tsx";
import type { RouteGuard } from "./paths.ts";
import { returnPathOf } from "./sign-in/return-path.ts";

/** The location as the router gives it: without the site's prefix. */
type Here = { readonly location: { readonly pathname: string; readonly searchStr: string } };

/** Leaves for a URL outside this router; the promise never resolves, so that the route is not loaded. */
function leaveFor(href: string): Promise<never> {
  window.location.replace(href);
  return new Promise(() => undefined);
}

/**
 * Between the real and the simulated exchange a page is always loaded anew: every number, stream and session on it belongs to one of them.
 * A preload on hover changes nothing yet.
 */
export function loadOtherExchange({
  location: { pathname, searchStr },
  preload,
}: Here & { readonly preload: boolean }): void | Promise<never> {
  if (preload || isSimulatedPath(pathname) === isSimulatedPage) return undefined;
  const href = pathOfSite(pathname) + searchStr;
  if (window.location.pathname + window.location.search !== href) return leaveFor(href);
  window.location.reload();
  return new Promise(() => undefined);
}

/** Redirects users who may not open the route, before anything of it is loaded. */
export function guardRoute(guard: RouteGuard): (here: Here) => void | Promise<never> {
  return ({ location }) => {
    const isSignedIn = userNow() !== null;
    if (guard === "signedIn" && !isSignedIn)
      throw redirect({ href: signInPath(location.pathname, location.searchStr) });
    if (guard === "signedOut" && isSignedIn) {
      const back = returnPathOf(new URLSearchParams(location.searchStr).get("backurl")) ?? pathOfSite("/");
      if (!isOwnPage(back)) return leaveFor(back);
      throw redirect({ href: back });
    }
    return undefined;
  };
}

/** The entry /m/ has no start page of its own: its root is the site's. */
export const leaveForHome = (): Promise<never> => leaveFor(pathOfSite("/"));

/** The same for the entry /m/, whose paths are after the hash. Sign-in is outside of it and returns to it. */
export function guardHashRoute(guard: RouteGuard): (here: Here) => void | Promise<never> {
  return ({ location: { pathname, searchStr } }) =>
    guard === "signedIn" && userNow() === null
      ? leaveFor(signInPath(`${mobileEntry}#${pathname}${searchStr}`, ""))
      : undefined;
}
