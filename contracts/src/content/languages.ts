import { z } from "zod";

export type Direction = "ltr" | "rtl";
/** `lang` travels on the wire, `tag` is what browsers and Intl call the same language, `name` is its own word for itself. */
export type Language = {
  readonly lang: string;
  readonly tag: string;
  readonly name: string;
  readonly direction: Direction;
};

/** Every language that the product is translated into; the first is the one that others fall back to. */
export const languages = [
  { lang: "en_US", tag: "en-US", name: "English", direction: "ltr" },
  { lang: "de_DE", tag: "de-DE", name: "Deutsch", direction: "ltr" },
  { lang: "es_ES", tag: "es-ES", name: "Español", direction: "ltr" },
  { lang: "fa_IR", tag: "fa-IR", name: "فارسی", direction: "rtl" },
  { lang: "fr_FR", tag: "fr-FR", name: "Français", direction: "ltr" },
  { lang: "it_IT", tag: "it-IT", name: "Italiano", direction: "ltr" },
  { lang: "ja_JP", tag: "ja-JP", name: "日本語", direction: "ltr" },
  { lang: "ko_KR", tag: "ko-KR", name: "한국어", direction: "ltr" },
  { lang: "pt_BR", tag: "pt-BR", name: "Português", direction: "ltr" },
  { lang: "ru_RU", tag: "ru-RU", name: "Русский", direction: "ltr" },
  { lang: "tr_TR", tag: "tr-TR", name: "Türkçe", direction: "ltr" },
  { lang: "vi_VN", tag: "vi-VN", name: "Tiếng Việt", direction: "ltr" },
  { lang: "zh_TW", tag: "zh-TW", name: "繁體中文", direction: "ltr" },
] as const satisfies readonly Language[];

export type Lang = (typeof languages)[number]["lang"];
export const langs: readonly Lang[] = languages.map(({ lang }) => lang);
export const defaultLang: Lang = "en_US";

export const langText = z.enum(langs as readonly [Lang, ...Lang[]]);
export const languageRow = z.object({
  lang: langText,
  tag: z.string(),
  name: z.string(),
  direction: z.enum(["ltr", "rtl"]),
});

export const isLang = (text: unknown): text is Lang => (langs as readonly unknown[]).includes(text);

export const languageOf = (lang: Lang): (typeof languages)[number] => languages.find((one) => one.lang === lang)!;

/**
 * Our language nearest to what a browser asks for. Simplified Chinese is not one of ours, and Traditional is no substitute: it becomes
 * English.
 */
export function nearestLang(wanted: string): Lang {
  const tag = wanted.replaceAll("_", "-").toLowerCase();
  const [language, ...rest] = tag.split("-");
  if (language === "zh")
    return rest.some((part) => ["tw", "hk", "mo", "hant"].includes(part)) && !rest.includes("hans")
      ? "zh_TW"
      : defaultLang;
  const same = languages.find((one) => one.tag.toLowerCase() === tag);
  return (same ?? languages.find((one) => one.tag.startsWith(`${language}-`)))?.lang ?? defaultLang;
}

/** A text in the languages that it exists in; always in English. */
export type Texts = Readonly<Partial<Record<Lang, string>> & { en_US: string }>;
export const texts: z.ZodType<Texts> = z
  .partialRecord(langText, z.string().max(2_000))
  .refine((byLang) => typeof byLang.en_US === "string", "en_US is missing") as never;

export const textIn = (byLang: Texts, lang: Lang): string => byLang[lang] ?? byLang.en_US;
