import { printTagOf, spokenLang } from "./languages.ts";

/** A country by its two letters, in the reader's language. */
export const countryName = (country: string): string =>
  new Intl.DisplayNames(printTagOf(spokenLang()), { type: "region" }).of(country) ?? country;
