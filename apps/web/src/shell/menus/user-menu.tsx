import type { MenuEntry, UserInfo } from "@tidemark/contracts";
import { productIds } from "@tidemark/contracts";
import type { ReactNode } from "react";
import { useSignOut } from "../../session/session.ts";
import { rowLook } from "../looks.ts";
import { MenuIcon } from "./menu-icon.tsx";
import { isEntryOf } from "./menu-rules.ts";
import { ComingSoonTag } from "./coming-soon-tag.tsx";
import { hrefOf, PageLink, useGo, useCurrentPath } from "../page-link.tsx";
import type { ShellSlots } from "../slots.tsx";
import { useEntryTexts, useMenu } from "./use-menu.ts";
import { Appearance } from "./appearance.tsx";
import { UserHead } from "./user-head.tsx";

const shortcutAsset = "USDT";

type UserMenuProps = {
  user: UserInfo;
  slots: ShellSlots;
  close: () => void;
  /** Runs a callback after the menu has closed; a drawer waits for its animation. */
  afterClose: (run: () => void) => void;
};

/** The user's menu, without assets and orders. */
export function UserMenu({ user, slots, close, afterClose }: UserMenuProps) {
  const menu = useMenu("user");
  const entries = menu.filter(({ id }) => id !== "log-out");
  const logOut = menu.find(({ id }) => id === "log-out");
  return (
    <>
      <div className="px-(--row-pad) pt-5 pb-4">
        <UserHead user={user} onEditNickname={slots.onEditNickname} close={close} />
      </div>
      <ul className="border-t border-line py-2">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} slots={slots} afterClose={afterClose} close={close} />
          </li>
        ))}
      </ul>
      <div className="border-t border-line py-2">
        <Appearance />
      </div>
      {logOut !== undefined && (
        <div className="border-t border-line py-2">
          <LogOut entry={logOut} close={close} />
        </div>
      )}
    </>
  );
}

type EntryProps = Omit<UserMenuProps, "user"> & { entry: MenuEntry };

function Entry({ entry, slots, close, afterClose }: EntryProps): ReactNode {
  const textOf = useEntryTexts();
  const { path: here } = useCurrentPath();
  const { onTransfer } = slots;
  const texts = textOf(entry, "user");
  if (entry.id === "transfer-shortcut") {
    if (onTransfer === undefined) return null;
    const preset = {
      asset: shortcutAsset,
      fromProduct: productIds.spot,
      toProduct: productIds.futures_usdt,
      reloadsAfter: true,
    };
    return (
      <button type="button" onClick={() => afterClose(() => onTransfer(preset))} className={rowLook}>
        <MenuIcon id={entry.id} />
        <span className="flex-1">{texts}</span>
        <span className="text-12 text-muted">{shortcutAsset}</span>
      </button>
    );
  }
  if (entry.path === undefined) return null;
  return (
    <PageLink
      href={hrefOf(entry.path)}
      onClick={close}
      aria-current={isEntryOf(entry, here) ? "page" : undefined}
      className={rowLook}
    >
      <MenuIcon id={entry.id} />
      <span className="flex-1">{texts}</span>
      <ComingSoonTag path={entry.path} />
    </PageLink>
  );
}

/** Logging out returns to the root of the site. */
function LogOut({ entry, close }: { entry: MenuEntry; close: () => void }) {
  const textOf = useEntryTexts();
  const go = useGo();
  const signOut = useSignOut(() => {
    close();
    go(hrefOf("/"));
  });
  return (
    <button
      type="button"
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
      data-testid="sign-out"
      className={rowLook}
    >
      <MenuIcon id={entry.id} />
      {textOf(entry, "user")}
    </button>
  );
}
