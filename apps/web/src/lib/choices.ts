import { defaultLang, isLang, type Lang, languages, nearestLang, type SiteId } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { type Stored, stored } from "./storage.ts";

/** What the reader has chosen, per browser; every screen that shows it changes with it. */
export function useStored<T>(module: Stored<T>): T {
  return useSyncExternalStore(module.subscribe, module.get);
}

/** The language of each site. */
export const chosenLangs = stored<Partial<Record<SiteId, Lang>>>("languages", {});
export const hideBalance = stored<boolean>("hideBalance", false);
export type ValuationAsset = "BTC" | "USDT";
export const valuationAsset = stored<ValuationAsset>("valuationAsset", "USDT");
/** Undefined until somebody chooses: then the site's own. */
export const chosenCurrency = stored<string | null>("currency", null);
/** When each kind of message was last read, by user. */
export const messagesReadAt = stored<Readonly<Record<string, Readonly<Record<string, number>>>>>("messagesReadAt", {});

export const currencyDefault = "USD";
/** What stands where a config carries no list; the first of it is no language of ours and falls back. */
export const langListFallback = ["zh_CN", "en_US", "ko_KR", "ja_JP"] as const;

type Korean = { readonly isKoreanAllowed: boolean };

/** The languages to choose from. Korean is offered only to those who are on its list. */
export function langsOffered(configured: readonly string[], { isKoreanAllowed }: Korean): readonly Lang[] {
  const list: readonly string[] = configured.length > 0 ? configured : langListFallback;
  const offered = languages.map(({ lang }) => lang).filter((lang) => list.includes(lang));
  return offered.filter((lang) => lang !== "ko_KR" || isKoreanAllowed);
}

const languageOfTag = (tag: string): string => tag.split(/[-_]/)[0]!.toLowerCase();
/** Whether a browser's wish is for a language that we have a rule for. */
const isWishKnown = (tag: string): boolean => languages.some((one) => languageOfTag(one.tag) === languageOfTag(tag));

/** The reader's own choice, else what the browser asks for, else the site's; what is not offered becomes English. */
export function langOf(chosen: unknown, browser: readonly string[], siteLang: Lang, offered: readonly Lang[]): Lang {
  const [wish] = browser;
  const fromBrowser = wish !== undefined && isWishKnown(wish) ? nearestLang(wish) : siteLang;
  const wanted = chosen === undefined ? fromBrowser : chosen;
  return isLang(wanted) && offered.includes(wanted) ? wanted : defaultLang;
}

export function currenciesOffered(configured: readonly string[], { isKoreanAllowed }: Korean): readonly string[] {
  return configured.filter((currency) => currency !== "KRW" || isKoreanAllowed);
}

export function currencyOf(chosen: string | null, siteDefault: string, offered: readonly string[]): string {
  const wanted = chosen ?? siteDefault;
  return offered.includes(wanted) ? wanted : currencyDefault;
}
