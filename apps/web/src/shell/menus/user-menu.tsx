import type { MenuEntry, UserInfo } from "@tidemark/contracts";
import { productIds } from "@tidemark/contracts";
import type { ReactNode } from "react";
import { rowLook } from "../looks.ts";
import { MenuIcon } from "./menu-icon.tsx";
import { isEntryOf, isLogOut } from "./menu-rules.ts";
import { ComingSoonTag } from "./coming-soon-tag.tsx";
import { hrefOf, PageLink, useCurrentPath } from "../page-link.tsx";
import type { ShellSlots } from "../slots.tsx";
import { useLogOut } from "./use-log-out.ts";
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
  const entries = useMenu("user").filter((entry) => !isLogOut(entry));
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
      <LogOut close={close} />
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

function LogOut({ close }: { close: () => void }) {
  const textOf = useEntryTexts();
  const { entry, isPending, logOut } = useLogOut(close);
  if (entry === undefined) return null;
  return (
    <div className="border-t border-line py-2">
      <button type="button" disabled={isPending} onClick={logOut} data-testid="sign-out" className={rowLook}>
        <MenuIcon id={entry.id} />
        {textOf(entry, "user")}
      </button>
    </div>
  );
}
