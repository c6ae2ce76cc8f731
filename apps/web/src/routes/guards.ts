import { redirect } from "@tanstack/react-router";
import { pathOfSite } from "../lib/place.ts";
import { signInAddress } from "../session/session.ts";
import { userNow } from "../session/user.ts";
import type { Guard } from "./addresses.ts";
import { backPathOf } from "./back-path.ts";

/** As the router tells it: without the site's prefix. */
type Here = { readonly location: { readonly pathname: string; readonly searchStr: string } };

/** Sends away who may not be here, before anything of the page is loaded. */
export function guarded(guard: Guard): (here: Here) => void {
  return ({ location }) => {
    const isHere = userNow() !== null;
    if (guard === "session" && !isHere) throw redirect({ href: signInAddress(location.pathname, location.searchStr) });
    if (guard === "guest" && isHere) {
      const back = backPathOf(new URLSearchParams(location.searchStr).get("backurl"));
      throw redirect({ href: back ?? pathOfSite("/") });
    }
  };
}
