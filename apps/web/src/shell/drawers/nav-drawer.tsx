import { languageOf, type MenuEntry, type UserInfo } from "@tidemark/contracts";
import { buttonClassName, Dialog, Drawer } from "@tidemark/kit-ui";
import { Globe, List, Search, Smartphone, Wallet } from "lucide-react";
import { type ReactNode, useState } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import { useSignInPaths } from "../sign-in-paths.ts";
import { ApyTag } from "../menus/apy-tag.tsx";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { Logo } from "../logo.tsx";
import { drawerEdge, rowLook } from "../looks.ts";
import { MenuIcon } from "../menus/menu-icon.tsx";
import { entryAt, isLogOut } from "../menus/menu-rules.ts";
import { Appearance } from "../menus/appearance.tsx";
import { LanguageMenu } from "../menus/language-menu.tsx";
import { UserHead } from "../menus/user-head.tsx";
import { ComingSoonTag } from "../menus/coming-soon-tag.tsx";
import { hrefOf, PageLink, useCurrentPath } from "../page-link.tsx";
import { openPalette } from "../palette/palette-state.ts";
import { m as own } from "../menus/menus-messages.ts";
import { m } from "../shell-messages.ts";
import type { ShellSlots } from "../slots.tsx";
import { useCurrency } from "../../session/currency.ts";
import { useLanguage } from "../menus/use-language.ts";
import { useEntryTexts, useMenu } from "../menus/use-menu.ts";
import { afterDrawer } from "./after-drawer.ts";
import { DrawerFold } from "./drawer-fold.tsx";
import { DrawerTotal } from "./drawer-total.tsx";

const icon = { "aria-hidden": true, size: 16, strokeWidth: 1.75, className: "flex-none text-muted" } as const;

type DrawerPartProps = { slots: ShellSlots; close: () => void };

/** The whole bar of phones and tablets. */
export function NavDrawer({ slots, close }: { slots: ShellSlots } & PanelProps) {
  const t = useTexts();
  const user = useUser();
  return (
    <Drawer
      title={t(m.menu)}
      closeLabel={t(own.close)}
      onClose={close}
      head={<Logo className="h-5" />}
      testId="nav-drawer"
    >
      <div className={drawerEdge}>
        {user === null ? <SignedOutHead close={close} /> : <SignedInHead user={user} slots={slots} close={close} />}
        <Trade slots={slots} close={close} />
        {user !== null && <Account close={close} />}
        <Tools close={close} hasAppearance={user === null} />
      </div>
    </Drawer>
  );
}

function SignedOutHead({ close }: { close: () => void }) {
  const t = useTexts();
  const { signIn, register } = useSignInPaths();
  return (
    <div className="grid grid-cols-2 gap-2 px-(--row-pad) py-3">
      <PageLink href={signIn} onClick={close} className={buttonClassName("ghost")}>
        {t(m.logIn)}
      </PageLink>
      <PageLink href={register} onClick={close} className={buttonClassName("primary")}>
        {t(m.register)}
      </PageLink>
    </div>
  );
}

function SignedInHead({ user, slots, close }: DrawerPartProps & { user: UserInfo }) {
  return (
    <>
      <div className="px-(--row-pad) pt-1 pb-4">
        <UserHead user={user} onEditNickname={slots.onEditNickname} close={close} />
      </div>
      <DrawerTotal slots={slots} close={close} transfer={(run) => afterDrawer(close, run)} />
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line py-2">
      <h2 className="px-(--row-pad) pt-2 pb-1 text-12 text-muted">{title}</h2>
      {children}
    </section>
  );
}

/** Nested entries are in the same list: a drawer has enough space. */
const flat = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => (entry.path === undefined ? flat(entry.entries ?? []) : entry));

function Trade({ slots, close }: DrawerPartProps) {
  const t = useTexts();
  const textOf = useEntryTexts();
  const entries = flat(useMenu("leftMenus"));
  const { path } = useCurrentPath();
  const current = entryAt(entries, path);
  return (
    <Section title={t(own.trade)}>
      <nav aria-label={t(m.navigation)}>
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <PageLink
                href={hrefOf(entry.path ?? "/")}
                onClick={close}
                aria-current={entry === current ? "page" : undefined}
                className={rowLook}
              >
                <MenuIcon id={entry.id} />
                <span className="flex-1">{textOf(entry, "leftMenus")}</span>
                {entry.tag === "apy" && <ApyTag source={slots.apy} />}
                <ComingSoonTag path={entry.path} />
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </Section>
  );
}

function Account({ close }: { close: () => void }) {
  const t = useTexts();
  const textOf = useEntryTexts();
  const wallet = useMenu("wallet");
  const orders = useMenu("orders");
  const left = new Set(flat(useMenu("leftMenus")).map(({ path }) => path));
  // Entries that are already above are not repeated.
  const user = useMenu("user").filter((entry) => entry.path !== undefined && !isLogOut(entry) && !left.has(entry.path));
  return (
    <Section title={t(own.accountTitle)}>
      <DrawerFold
        icon={<Wallet {...icon} />}
        title={t(m.assets)}
        close={close}
        groups={[{ entries: wallet, textOf }]}
      />
      <DrawerFold
        icon={<List {...icon} />}
        title={t(m.orders)}
        close={close}
        groups={orders.map((group) => ({ title: textOf(group, "orders"), entries: group.entries ?? [], textOf }))}
      />
      <ul>
        {user.map((entry) => (
          <li key={entry.id}>
            <PageLink href={hrefOf(entry.path ?? "/")} onClick={close} className={rowLook}>
              <MenuIcon id={entry.id} />
              <span className="flex-1">{textOf(entry, "user")}</span>
              <ComingSoonTag path={entry.path} />
            </PageLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Tools({ close, hasAppearance }: { close: () => void; hasAppearance: boolean }) {
  const t = useTexts();
  const [isChoosing, setIsChoosing] = useState(false);
  const { lang } = useLanguage();
  const { currency } = useCurrency();
  return (
    <div className="border-t border-line py-2 pb-[calc(8px+env(safe-area-inset-bottom))]">
      <button type="button" onClick={() => afterDrawer(close, openPalette)} className={rowLook}>
        <Search {...icon} />
        {t(m.search)}
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => setIsChoosing(true)} className={rowLook}>
        <Globe {...icon} />
        <span className="flex-1">{t(m.language)}</span>
        <span className="num flex-none text-12 text-muted">
          {languageOf(lang).tag.slice(0, 2).toUpperCase()} · {currency}
        </span>
      </button>
      {appConfig().switches.download === true && (
        <PageLink href={hrefOf(appConfig().project.downloadUrl)} onClick={close} className={rowLook}>
          <Smartphone {...icon} />
          {t(m.download)}
        </PageLink>
      )}
      {hasAppearance && <Appearance />}
      {isChoosing && (
        <Dialog title={t(m.language)} closeLabel={t(own.close)} size="wide" onClose={() => setIsChoosing(false)}>
          <div className="-mx-4 w768:-mx-6">
            <LanguageMenu close={() => setIsChoosing(false)} />
          </div>
        </Dialog>
      )}
    </div>
  );
}
