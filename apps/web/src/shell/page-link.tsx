import { useRouter, useRouterState } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { pathInSite, pathOfSite, site } from "../lib/client/page-hosts.ts";

/** Pages under this path are a separate entry, with paths after the hash. */
export const mobileEntry = "/m/";

const isMobileEntry = (): boolean => `${pathInSite(location.pathname)}/`.startsWith(mobileEntry);

/** The href of a path: a path of ours gets its site's prefix, any other URL stays. */
export const hrefOf = (path: string): string => (path.startsWith("/") ? pathOfSite(path) : path);

/** The path of this page inside its site; in the mobile entry with the path after the hash. */
export function useCurrentPath(): { readonly path: string; readonly search: string } {
  const path = useRouterState({ select: ({ location: at }) => at.pathname });
  const search = useRouterState({ select: ({ location: at }) => at.searchStr });
  return isMobileEntry() ? { path: `${mobileEntry}#${path}`, search: "" } : { path, search };
}

/** Whether the router of this page has the URL: it is of this site and of this entry. */
export function isOwnPage(href: string): boolean {
  if (!href.startsWith(`${site.prefix}/`)) return false;
  return !href.slice(site.prefix.length).startsWith(mobileEntry) && !isMobileEntry();
}

/** Navigates to a URL: by the router if it has the URL, else by loading the page. */
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
 * A link to a configured URL. Within this entry it navigates by the router and preloads the page on hover or focus; any other URL is left
 * to the browser. It also works without a router.
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
