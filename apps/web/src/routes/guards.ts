import { redirect } from "@tanstack/react-router";
import { pathOfSite } from "../lib/place.ts";
import { signInAddress } from "../session/session.ts";
import { userNow } from "../session/user.ts";
import { isOwnPage, mobileEntry } from "../shell/page-link.tsx";
import type { Guard } from "./addresses.ts";
import { backPathOf } from "./back-path.ts";

/** As the router tells it: without the site's prefix. */
type Here = { readonly location: { readonly pathname: string; readonly searchStr: string } };

/** Goes where this router leads nowhere; nothing of the page that is left is loaded any more. */
function leaveFor(href: string): Promise<never> {
  window.location.replace(href);
  return new Promise(() => undefined);
}

/** Sends away who may not be here, before anything of the page is loaded. */
export function guarded(guard: Guard): (here: Here) => void | Promise<never> {
  return ({ location }) => {
    const isHere = userNow() !== null;
    if (guard === "session" && !isHere) throw redirect({ href: signInAddress(location.pathname, location.searchStr) });
    if (guard === "guest" && isHere) {
      const back = backPathOf(new URLSearchParams(location.searchStr).get("backurl")) ?? pathOfSite("/");
      if (!isOwnPage(back)) return leaveFor(back);
      throw redirect({ href: back });
    }
    return undefined;
  };
}

/** The same for the entry /m/, whose addresses stand after the hash: signing in has none of them, and leads back to it. */
export function guardedByHash(guard: Guard): (here: Here) => void | Promise<never> {
  return ({ location: { pathname, searchStr } }) =>
    guard === "session" && userNow() === null
      ? leaveFor(signInAddress(`${mobileEntry}#${pathname}${searchStr}`, ""))
      : undefined;
}
