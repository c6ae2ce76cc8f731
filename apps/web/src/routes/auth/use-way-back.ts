import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { isOwnPage } from "../../shell/page-link.tsx";
import { backPathOf } from "../back-path.ts";

/** Where whoever came in goes on: the page that sent him here, else the front page. */
export function useWayBack(): { readonly backurl: string | undefined; readonly goBack: (to?: string) => void } {
  const { backurl: given } = useSearch({ strict: false }) as { backurl?: unknown };
  const backurl = backPathOf(given);
  const { history } = useRouter();
  const navigate = useNavigate();
  const goBack = useCallback(
    (to?: string) => {
      const path = backPathOf(to) ?? backurl;
      if (path === undefined) void navigate({ to: "/", replace: true });
      else if (isOwnPage(path)) history.replace(path);
      // The entry /m/ is a page of its own.
      else location.replace(path);
    },
    [backurl, history, navigate],
  );
  return { backurl, goBack };
}
