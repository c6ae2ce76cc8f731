import { printTagOf, currentLang } from "./languages.ts";

/** The name of a country, by its two-letter code, in the current language. */
export const countryName = (country: string): string =>
  new Intl.DisplayNames(printTagOf(currentLang()), { type: "region" }).of(country) ?? country;
