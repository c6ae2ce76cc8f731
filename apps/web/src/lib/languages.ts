import { i18n } from "@lingui/core";

const catalogs = import.meta.glob<{ messages: Record<string, string> }>("../../locales/*.po");

/** Languages by tag; the first is the source. */
export const languages = ["en-US"] as const;
export type Language = (typeof languages)[number];

export const directionOf = (language: string): "ltr" | "rtl" => (/^(fa|ar|he)\b/.test(language) ? "rtl" : "ltr");

export async function speak(language: Language): Promise<void> {
  const load = catalogs[`../../locales/${language}.po`];
  if (load === undefined) throw new Error(`no catalogue of ${language}`);
  i18n.loadAndActivate({ locale: language, messages: (await load()).messages });
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
