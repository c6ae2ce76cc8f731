import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { isOwnPage } from "../../shell/page-link.tsx";
import { returnPathOf } from "./return-path.ts";

/** Where a user goes after sign-in: the page that sent them, else the home page. */
export function useReturnPath(): { readonly backurl: string | undefined; readonly goBack: (to?: string) => void } {
  const { backurl: given } = useSearch({ strict: false }) as { backurl?: unknown };
  const backurl = returnPathOf(given);
  const { history } = useRouter();
  const navigate = useNavigate();
  const goBack = useCallback(
    (to?: string) => {
      const path = returnPathOf(to) ?? backurl;
      if (path === undefined) void navigate({ to: "/", replace: true });
      else if (isOwnPage(path)) history.replace(path);
      // The entry /m/ is a separate page.
      else location.replace(path);
    },
    [backurl, history, navigate],
  );
  return { backurl, goBack };
}
