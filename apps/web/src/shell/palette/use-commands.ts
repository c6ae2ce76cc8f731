import { languageOf, type MenuEntry } from "@tidemark/contracts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { listKindOf } from "../../lib/markets/market.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import { useSignInPaths } from "../sign-in-paths.ts";
import { hrefOf, useGo } from "../page-link.tsx";
import { m as own } from "../menus/menus-messages.ts";
import { m } from "../shell-messages.ts";
import { isLogOut } from "../menus/menu-rules.ts";
import { useLanguage } from "../menus/use-language.ts";
import { useLogOut } from "../menus/use-log-out.ts";
import { type MenuName, useEntryTexts, useMenu } from "../menus/use-menu.ts";
import { m as texts } from "./palette-messages.ts";
import type { Command } from "./palette-rules.ts";

export type RunnableCommand = Command & { readonly run: () => void };

type Named = { readonly entry: MenuEntry; readonly menu: MenuName; readonly section: readonly string[] };

/** Every page that a menu links to, once, with its section. */
function usePages(): readonly RunnableCommand[] {
  const t = useTexts();
  const textOf = useEntryTexts();
  const go = useGo();
  const user = useUser();
  const left = useMenu("leftMenus");
  const mine = {
    wallet: useMenu("wallet"),
    orders: useMenu("orders"),
    messages: useMenu("messages"),
    user: useMenu("user").filter((entry) => !isLogOut(entry)),
  };
  const named = (menu: MenuName, entries: readonly MenuEntry[], section: readonly string[]): readonly Named[] =>
    entries.flatMap((entry) => [
      { entry, menu, section },
      ...named(menu, entry.entries ?? [], entry.id === "more" ? section : [...section, textOf(entry, menu)]),
    ]);
  const all = [
    ...named("leftMenus", left, []),
    ...(user === null
      ? []
      : [
          ...named("wallet", mine.wallet, [t(m.assets)]),
          ...named("orders", mine.orders, [t(m.orders)]),
          ...named("messages", mine.messages, [t(m.messages)]),
          ...named("user", mine.user, []),
        ]),
  ];
  const seen = new Set<string>();
  return all.flatMap(({ entry, menu, section }) => {
    const { path } = entry;
    if (path === undefined || seen.has(path)) return [];
    seen.add(path);
    return {
      id: path,
      group: "pages" as const,
      title: textOf(entry, menu),
      section: section.join(" · "),
      texts: entry.id,
      run: () => go(hrefOf(path)),
    };
  });
}

function useMarketCommands(): readonly RunnableCommand[] {
  const t = useTexts();
  const go = useGo();
  const { data } = useMarkets();
  return (data?.all ?? []).map((market) => ({
    id: market.path,
    group: "markets" as const,
    title: market.title,
    section: t(texts[listKindOf(market)]),
    texts: market.symbol,
    run: () => go(hrefOf(market.path)),
  }));
}

function useActions(): readonly RunnableCommand[] {
  const t = useTexts();
  const go = useGo();
  const user = useUser();
  const { theme, rise } = usePreferences();
  const { lang: current, offered, choose } = useLanguage();
  const { signIn, register } = useSignInPaths();
  const { logOut } = useLogOut();
  const action = (id: string, title: string, run: () => void, texts = ""): RunnableCommand => ({
    id,
    group: "actions",
    title,
    texts: `${id} ${texts}`,
    run,
  });
  return [
    ...(user === null
      ? [action("log-in", t(m.logIn), () => go(signIn)), action("register", t(m.register), () => go(register))]
      : []),
    action("theme", t(theme === "dark" ? own.light : own.dark), () =>
      usePreferences.setState({ theme: theme === "dark" ? "light" : "dark" }),
    ),
    action("rise", t(rise === "green" ? own.redUp : own.greenUp), () =>
      usePreferences.setState({ rise: rise === "green" ? "red" : "green" }),
    ),
    ...offered
      .filter((lang) => lang !== current)
      .map((lang) =>
        action(`language ${lang}`, `${t(own.languageTitle)}: ${languageOf(lang).name}`, () => choose(lang)),
      ),
    ...(user === null ? [] : [action("log-out", t(own.logOut), logOut)]),
  ];
}

/** Everything that can be gone to or done from anywhere. */
export function useCommands(): readonly RunnableCommand[] {
  return [...usePages(), ...useMarketCommands(), ...useActions()];
}
