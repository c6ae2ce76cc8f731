import type { MenuEntry } from "@tidemark/contracts";
import { useSignOut } from "../../session/session.ts";
import { hrefOf, useGo } from "../page-link.tsx";
import { isLogOut, pathAfterLogOut } from "./menu-rules.ts";
import { useMenu } from "./use-menu.ts";

/** Logging out as the config's entry says; `done` runs before the page changes. */
export function useLogOut(done: () => void = () => undefined): {
  readonly entry: MenuEntry | undefined;
  readonly isPending: boolean;
  readonly logOut: () => void;
} {
  const go = useGo();
  const entry = useMenu("user").find(isLogOut);
  const { isPending, mutate } = useSignOut(() => {
    done();
    go(hrefOf(pathAfterLogOut(entry)));
  });
  return { entry, isPending, logOut: () => mutate() };
}
