import { useRouter, useRouterState } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { pathInSite, pathOfSite, site } from "../lib/place.ts";

/** The pages under this path are an entry of their own, with addresses after the hash. */
export const mobileEntry = "/m/";

const isMobileEntry = (): boolean => `${pathInSite(location.pathname)}/`.startsWith(mobileEntry);

/** What the browser has to be told: a path of ours gets its site's prefix, an address elsewhere stays. */
export const hrefOf = (path: string): string => (path.startsWith("/") ? pathOfSite(path) : path);

/** The path of this page inside its site; in the mobile entry with the address after the hash. */
export function useHere(): { readonly path: string; readonly search: string } {
  const path = useRouterState({ select: ({ location: at }) => at.pathname });
  const search = useRouterState({ select: ({ location: at }) => at.searchStr });
  return isMobileEntry() ? { path: `${mobileEntry}#${path}`, search: "" } : { path, search };
}

/** Whether the router of this page knows the address: it is of this site and of this entry. */
export function isOwnPage(href: string): boolean {
  if (!href.startsWith(`${site.prefix}/`)) return false;
  return !href.slice(site.prefix.length).startsWith(mobileEntry) && !isMobileEntry();
}

/** Goes to an address from within code: without loading the page anew where the router knows it. */
export function useGo(): (href: string) => void {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  return (href) => {
    if (router !== null && isOwnPage(href)) router.history.push(href);
    else location.assign(href);
  };
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

export type PageLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; "data-testid"?: string };

/**
 * A link whose address comes from configuration: within this entry it goes without loading the page anew and fetches its page when a hand
 * comes near; any other address is the browser's. It also stands where no router does.
 */
export function PageLink({ href, onClick, children, ...props }: PageLinkProps) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  const isOwn = router !== null && isOwnPage(href);
  const prepare = () => {
    if (isOwn)
      void router.preloadRoute({ to: href.slice(site.prefix.length).replace(/[?#].*$/, "") }).catch(() => undefined);
  };
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isOwn || !isPlainClick(event)) return;
    event.preventDefault();
    router.history.push(href);
  };
  const elsewhere = /^https?:/.test(href) ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a {...props} {...elsewhere} href={href} onClick={go} onPointerEnter={prepare} onFocus={prepare}>
      {children}
    </a>
  );
}
