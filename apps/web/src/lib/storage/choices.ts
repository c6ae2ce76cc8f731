import { defaultSite, type Lang, languages, type SiteId } from "@tidemark/contracts";
import { useSyncExternalStore } from "react";
import { type Stored, stored } from "./storage.ts";

export { langOf } from "../i18n/lang-of.ts";

/** A stored choice of the user; every component that shows it renders again when it changes. */
export function useStored<T>(module: Stored<T>): T {
  return useSyncExternalStore(module.subscribe, module.get);
}

/** The site that this browser was on last. */
export const lastSite = stored<SiteId>("site", defaultSite);
/** The language of each site. */
export const chosenLangs = stored<Partial<Record<SiteId, Lang>>>("languages", {});
export const hideBalance = stored<boolean>("hideBalance", false);
export type ValuationAsset = "BTC" | "USDT";
export const valuationAsset = stored<ValuationAsset>("valuationAsset", "USDT");
/** Null until the user chooses one: then the site's currency. */
export const chosenCurrency = stored<string | null>("currency", null);

const currencyDefault = "USD";
/** Used where the config has no list; its first entry is not one of our languages and falls back. */
export const langListFallback = ["zh_CN", "en_US", "ko_KR", "ja_JP"] as const;

type Korean = { readonly isKoreanAllowed: boolean };

/** The languages to choose from. Korean is offered only to users on its allow list. */
export function langsOffered(configured: readonly string[], { isKoreanAllowed }: Korean): readonly Lang[] {
  const list: readonly string[] = configured.length > 0 ? configured : langListFallback;
  const offered = languages.map(({ lang }) => lang).filter((lang) => list.includes(lang));
  return offered.filter((lang) => lang !== "ko_KR" || isKoreanAllowed);
}

export function currenciesOffered(configured: readonly string[], { isKoreanAllowed }: Korean): readonly string[] {
  return configured.filter((currency) => currency !== "KRW" || isKoreanAllowed);
}

export function currencyOf(chosen: string | null, siteDefault: string, offered: readonly string[]): string {
  const wanted = chosen ?? siteDefault;
  return offered.includes(wanted) ? wanted : currencyDefault;
}
